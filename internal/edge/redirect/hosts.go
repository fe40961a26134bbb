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

// Own returns the default domain's host as it is kept.
func (h Hosts) Own() string { return h.own }

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

// hostName takes port, brackets and a trailing dot away. What is no host with a
// port is returned as it is.
func hostName(host string) string {
	if rest, ok := strings.CutPrefix(host, "["); ok {
		name, after, closed := strings.Cut(rest, "]")
		if port := strings.TrimPrefix(after, ":"); !closed || !isPort(port) || port != "" && port == after {
			return host // no host: it must not match one
		}
		return name
	}
	if name, port, ok := strings.Cut(host, ":"); ok && isPort(port) {
		host = name
	}
	return strings.TrimSuffix(host, ".")
}

// isPort reports whether the text behind a host's colon is a port: at most five
// digits, or nothing.
func isPort(text string) bool { return len(text) <= 5 && strings.Trim(text, "0123456789") == "" }

func isLoopback(name string) bool {
	if name == "localhost" || strings.HasSuffix(name, ".localhost") {
		return true
	}
	addr, err := netip.ParseAddr(name)
	return err == nil && addr.Unmap().IsLoopback()
}
