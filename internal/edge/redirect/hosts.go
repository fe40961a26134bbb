package redirect

import (
	"net/netip"
	"strings"
)

// Hosts recognises the default domain in the Host header.
type Hosts struct {
	own      string // as it is stored, possibly with a port
	name     string // own without the port
	loopback bool
}

// NewHosts returns Hosts for the default domain, such as "localhost:8080" or
// "go.example.com".
func NewHosts(own string) Hosts {
	name := hostName(strings.ToLower(own))
	return Hosts{own: own, name: name, loopback: isLoopback(name)}
}

// Own returns the default domain as it is stored.
func (h Hosts) Own() string { return h.own }

// Canonical returns the host of a Host header in the form in which domains are
// stored, and whether it is the default domain. Ports are ignored. When the
// default domain is a loopback name, every loopback name and address is the
// default domain.
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

// hostName removes port, brackets and a trailing dot. A malformed host is
// returned unchanged, so that it matches no domain.
func hostName(host string) string {
	if rest, ok := strings.CutPrefix(host, "["); ok {
		name, after, closed := strings.Cut(rest, "]")
		if port := strings.TrimPrefix(after, ":"); !closed || !isPort(port) || port != "" && port == after {
			return host
		}
		return name
	}
	if name, port, ok := strings.Cut(host, ":"); ok && isPort(port) {
		host = name
	}
	return strings.TrimSuffix(host, ".")
}

// isPort reports whether text is a port: at most five digits, or empty.
func isPort(text string) bool { return len(text) <= 5 && strings.Trim(text, "0123456789") == "" }

func isLoopback(name string) bool {
	if name == "localhost" || strings.HasSuffix(name, ".localhost") {
		return true
	}
	addr, err := netip.ParseAddr(name)
	return err == nil && addr.Unmap().IsLoopback()
}
