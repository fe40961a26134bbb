package redirect

import (
	"strings"

	"linnet/internal/core/webhost"
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
	return Hosts{own: own, name: webhost.Name(own), loopback: webhost.IsLoopback(own)}
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
	asked, err := webhost.Requested(header)
	if err != nil {
		return strings.ToLower(header), false
	}
	if h.isOwn(asked) {
		return h.own, true
	}
	return asked.Name(), false
}

// isOwn reports whether a host is the default domain.
func (h Hosts) isOwn(host webhost.Host) bool {
	return host.Name() == h.name || h.loopback && host.IsLoopback()
}
