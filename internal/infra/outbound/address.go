package outbound

import "net/netip"

// networks returns the special-purpose blocks of the IANA registries that netip
// has no predicate for, and public-looking addresses of cloud metadata services.
func networks() []netip.Prefix {
	texts := []string{
		"0.0.0.0/8",        // this network
		"100.64.0.0/10",    // carrier-grade NAT; 100.100.100.200 is a metadata address
		"168.63.129.16/32", // Azure's wire server
		"192.0.0.0/24",     // protocol assignments; 192.0.0.192 is a metadata address
		"192.0.2.0/24",     // documentation
		"192.88.99.0/24",   // 6to4 relays
		"198.18.0.0/15",    // benchmarks
		"198.51.100.0/24",  // documentation
		"203.0.113.0/24",   // documentation
		"240.0.0.0/4",      // reserved, and the broadcast address
		"2001::/23",        // protocol assignments, including Teredo, which embeds other addresses
		"2001:db8::/32",    // documentation
		"3fff::/20",        // documentation
	}
	all := make([]netip.Prefix, len(texts))
	for i, text := range texts {
		all[i] = netip.MustParsePrefix(text)
	}
	return all
}

// guard classifies addresses. It is immutable.
type guard struct {
	refused []netip.Prefix
	global  netip.Prefix // the globally routed IPv6 addresses
	nat64   netip.Prefix
	sixTo4  netip.Prefix
}

func newGuard() guard {
	return guard{
		refused: networks(),
		global:  netip.MustParsePrefix("2000::/3"),
		nat64:   netip.MustParsePrefix("64:ff9b::/96"),
		sixTo4:  netip.MustParsePrefix("2002::/16"),
	}
}

// public reports whether an address is on the public internet. An address that
// embeds an IPv4 address is classified by that one.
func (g guard) public(addr netip.Addr) bool {
	if !addr.IsValid() || addr.Zone() != "" {
		return false
	}
	addr = addr.Unmap()
	if addr.IsUnspecified() || addr.IsLoopback() || addr.IsPrivate() || addr.IsMulticast() || addr.IsLinkLocalUnicast() {
		return false
	}
	for _, p := range g.refused {
		if p.Contains(addr) {
			return false
		}
	}
	if addr.Is4() {
		return true
	}
	raw := addr.As16()
	switch {
	case g.nat64.Contains(addr):
		return g.public(netip.AddrFrom4([4]byte(raw[12:16])))
	case !g.global.Contains(addr):
		return false
	case g.sixTo4.Contains(addr):
		return g.public(netip.AddrFrom4([4]byte(raw[2:6])))
	case raw[8]&^2 == 0 && raw[9] == 0 && raw[10] == 0x5e && raw[11] == 0xfe: // ISATAP, RFC 5214
		return g.public(netip.AddrFrom4([4]byte(raw[12:16])))
	}
	return true
}
