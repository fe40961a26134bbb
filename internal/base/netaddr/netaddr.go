// Package netaddr groups IP addresses into networks for limits and logs.
package netaddr

import "net/netip"

// siteBits is the prefix length that one IPv6 customer usually has to itself.
const siteBits = 64

// Network returns the network of addr with v4Bits or v6Bits. IPv4-mapped IPv6
// addresses count as IPv4, and zones are dropped. The result is the zero Prefix
// for an invalid address.
func Network(addr netip.Addr, v4Bits, v6Bits int) netip.Prefix {
	addr = addr.Unmap().WithZone("")
	bits := v4Bits
	if addr.Is6() {
		bits = v6Bits
	}
	network, err := addr.Prefix(bits)
	if err != nil {
		return netip.Prefix{}
	}
	return network
}

// Site returns the smallest network that belongs to one customer: the IPv4
// address itself, or the /64 of an IPv6 address. The result is the zero Prefix
// for an invalid address.
func Site(addr netip.Addr) netip.Prefix { return Network(addr, 32, siteBits) }
