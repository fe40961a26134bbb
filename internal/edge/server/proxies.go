package server

import (
	"net/http"
	"net/netip"
	"slices"
	"strings"
)

// Proxies are the networks whose forwarding headers are believed. The zero
// value believes nobody.
type Proxies struct {
	trusted []netip.Prefix
}

// NewProxies returns Proxies for the operator's networks.
func NewProxies(trusted []netip.Prefix) Proxies { return Proxies{trusted: slices.Clone(trusted)} }

// Client returns the address that a request came from: the connection's own,
// or behind trusted proxies the rightmost of X-Forwarded-For that is not
// trusted (spec: api.md "Limits"). Whatever stands further left was written by
// the client and means nothing. The zero Addr when it is not known.
func (p Proxies) Client(r *http.Request) netip.Addr {
	peer := addrOf(r.RemoteAddr)
	if len(p.trusted) == 0 || !p.trusts(peer) {
		return peer
	}
	return p.rightmost(peer, r.Header["X-Forwarded-For"])
}

// rightmost walks from the nearest proxy outwards. An entry that cannot be read
// ends the walk at the proxy that wrote it.
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

// Secure reports whether the client spoke TLS, to this process or to a trusted
// proxy that says so.
func (p Proxies) Secure(r *http.Request) bool {
	if r.TLS != nil {
		return true
	}
	return p.trusts(addrOf(r.RemoteAddr)) && strings.EqualFold(r.Header.Get("X-Forwarded-Proto"), "https")
}

// Trusts reports whether an address is one of the operator's proxies.
func (p Proxies) Trusts(addr netip.Addr) bool { return p.trusts(addr) }

func (p Proxies) trusts(addr netip.Addr) bool {
	return slices.ContainsFunc(p.trusted, func(network netip.Prefix) bool { return network.Contains(addr) })
}

// addrOf reads an address with or without port and brackets, in its shortest
// form: an IPv4 address that came in IPv6 clothes is an IPv4 address.
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
