package server

import (
	"net/http"
	"net/netip"
	"slices"
	"strings"
)

// Proxies are the networks whose forwarding headers are trusted. The zero value
// trusts none.
type Proxies struct {
	trusted []netip.Prefix
}

// NewProxies returns Proxies for the operator's networks.
func NewProxies(trusted []netip.Prefix) Proxies { return Proxies{trusted: slices.Clone(trusted)} }

// Client returns the address of the client: the peer's address, or behind
// trusted proxies the rightmost entry of X-Forwarded-For that is not trusted.
// Entries further left are under the client's control. The result is the zero
// Addr when the address is unknown.
func (p Proxies) Client(r *http.Request) netip.Addr {
	peer := addrOf(r.RemoteAddr)
	if len(p.trusted) == 0 || !p.trusts(peer) {
		return peer
	}
	return p.rightmost(peer, r.Header["X-Forwarded-For"])
}

// rightmost returns the rightmost untrusted entry. An entry that cannot be
// parsed ends the search; the result is then the address of the proxy that
// wrote it.
func (p Proxies) rightmost(peer netip.Addr, lines []string) netip.Addr {
	nearest := peer
	for i := len(lines) - 1; i >= 0; i-- {
		entries := strings.Split(lines[i], ",")
		for j := len(entries) - 1; j >= 0; j-- {
			addr := addrOf(strings.TrimSpace(entries[j]))
			if !addr.IsValid() {
				return nearest
			}
			if nearest = addr; !p.trusts(addr) {
				return addr
			}
		}
	}
	return nearest
}

// Secure reports whether the client used TLS, to this process or according to a
// trusted proxy: in its PROXY header, or in X-Forwarded-Proto.
func (p Proxies) Secure(r *http.Request) bool {
	if r.TLS != nil || proxyTerminatedTLS(r) {
		return true
	}
	return p.trusts(addrOf(r.RemoteAddr)) && strings.EqualFold(r.Header.Get("X-Forwarded-Proto"), "https")
}

// Trusts reports whether an address is one of the operator's proxies.
func (p Proxies) Trusts(addr netip.Addr) bool { return p.trusts(addr) }

func (p Proxies) trusts(addr netip.Addr) bool {
	return slices.ContainsFunc(p.trusted, func(network netip.Prefix) bool { return network.Contains(addr) })
}

// addrOf parses an address with or without port and brackets. IPv4-mapped IPv6
// addresses become IPv4, and zones are dropped. The result is the zero Addr when
// text is no address.
func addrOf(text string) netip.Addr {
	if full, err := netip.ParseAddrPort(text); err == nil {
		return full.Addr().Unmap().WithZone("")
	}
	addr, err := netip.ParseAddr(strings.Trim(text, "[]"))
	if err != nil {
		return netip.Addr{}
	}
	return addr.Unmap().WithZone("")
}
