package netaddr_test

import (
	"net/netip"
	"testing"

	"linnet/internal/base/netaddr"
)

func TestNetwork_MasksByFamily(t *testing.T) {
	t.Parallel()
	for given, want := range map[string][2]string{
		"203.0.113.7":        {"203.0.113.7/32", "203.0.113.0/24"},
		"::ffff:203.0.113.7": {"203.0.113.7/32", "203.0.113.0/24"},
		"2001:db8:1:2::9":    {"2001:db8:1:2::/64", "2001:db8:1::/48"},
		"fe80::1%eth0":       {"fe80::/64", "fe80::/48"},
	} {
		addr := netip.MustParseAddr(given)
		if got := [2]string{netaddr.Site(addr).String(), netaddr.Network(addr, 24, 48).String()}; got != want {
			t.Errorf("%s: got %v, want %v", given, got, want)
		}
	}
	if got := netaddr.Site(netip.Addr{}); got.IsValid() {
		t.Errorf("invalid address: got %v", got)
	}
}
