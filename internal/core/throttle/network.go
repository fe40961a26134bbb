package throttle

import (
	"net/netip"

	"linnet/internal/base/netaddr"
)

// NetworkKey returns the key of a client's network: its IPv4 address, or the /64 of
// its IPv6 address. All invalid addresses share one key.
func NetworkKey(addr netip.Addr) string {
	network := netaddr.Site(addr)
	if network.IsSingleIP() {
		return network.Addr().String()
	}
	return network.String()
}
