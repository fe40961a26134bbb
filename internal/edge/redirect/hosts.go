package redirect

import (
	"net/netip"
	"strings"
)

// Hosts knows the install's own host, the default domain, in all the ways that
// a Host header can write it.
type Hosts struct {
	own      string // as it is kept, maybe with a port
	name     string // without the port
	loopback bool
}

// NewHosts returns Hosts for the default domain's host, such as
// "localhost:8080" or "go.example.com".
func NewHosts(own string) Hosts {
	name := hostName(strings.ToLower(own))
	return Hosts{own: own, name: name, loopback: isLoopback(name)}
}

// Canonical returns the host of a Host header as domains are kept, and whether
// it is the default domain. Ports never tell domains apart. Where the default
// domain is this very machine, every name of the machine's loopback is it:
// localhost and 127.0.0.1 are the same to whoever tries Linnet out.
func (h Hosts) Canonical(header string) (host string, own bool) {
	if header == h.own {
		return h.own, true
	}
	name := hostName(strings.ToLower(header))
	if name == h.name || h.loopback && isLoopback(name) {
		return h.own, true
	}
	return name, false
}

// hostName takes port, brackets and a trailing dot away.
func hostName(host string) string {
	if rest, ok := strings.CutPrefix(host, "["); ok {
		name, _, _ := strings.Cut(rest, "]")
		return name
	}
	if colon := strings.LastIndexByte(host, ':'); colon >= 0 && strings.IndexByte(host, ':') == colon {
		host = host[:colon]
	}
	return strings.TrimSuffix(host, ".")
}

func isLoopback(name string) bool {
	if name == "localhost" || strings.HasSuffix(name, ".localhost") {
		return true
	}
	addr, err := netip.ParseAddr(name)
	return err == nil && addr.Unmap().IsLoopback()
}
