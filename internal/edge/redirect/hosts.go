package redirect

import "linnet/internal/core/domain"

// Hosts recognises the default domain in the Host header.
type Hosts struct {
	own      string // as it is stored, possibly with a port
	name     string // own without the port
	loopback bool
}

// NewHosts returns Hosts for the default domain, such as "localhost:8080" or
// "go.example.com".
func NewHosts(own string) Hosts {
	name := domain.HostName(own)
	return Hosts{own: own, name: name, loopback: domain.IsLoopback(name)}
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
	name := domain.HostName(header)
	if name == h.name || h.loopback && domain.IsLoopback(name) {
		return h.own, true
	}
	return name, false
}
