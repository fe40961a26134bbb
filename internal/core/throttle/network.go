package throttle

import "net/netip"

// siteBits is the prefix that one IPv6 customer usually has to itself.
const siteBits = 64

// NetworkKey returns the key under which a client's network is limited: the
// IPv4 address, or the /64 of an IPv6 address. All invalid addresses share one
// key.
func NetworkKey(addr netip.Addr) string {
	addr = addr.Unmap().WithZone("")
	if addr.Is6() {
		if network, err := addr.Prefix(siteBits); err == nil {
			return network.String()
		}
	}
	return addr.String()
}
