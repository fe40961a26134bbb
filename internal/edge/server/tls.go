package server

import (
	"crypto/tls"
	"net"
	"net/http"
	"strings"

	"linnet/internal/base/fault"
	"linnet/internal/core/webhost"
	"linnet/internal/edge/apikit"
)

// TLS configures the TLS listener.
type TLS struct {
	Addr   string // host:port
	Config *tls.Config

	// Secured reports whether a host, without a port, has a valid certificate.
	// Plain requests for such a host are redirected.
	Secured func(host string) bool
	// Challenge responds to requests of a certificate authority on the plain
	// listener. It returns false for other requests, without a response.
	Challenge func(w http.ResponseWriter, r *http.Request) bool
	// Listening is called with the addresses of both listeners before requests are
	// served.
	Listening func(plain, secure net.Addr)
}

// servePlain serves the plain listener beside a TLS listener: challenges, and
// redirects to https for hosts with a valid certificate.
func (s *Server) servePlain(w http.ResponseWriter, r *http.Request) {
	if s.cfg.TLS.Challenge(w, r) {
		return
	}
	switch to := s.secureURL(r); {
	case to == "":
		s.ServeHTTP(w, r)
	case s.forPrograms(r):
		s.setSecurityHeaders(w.Header())
		s.problems().Write(w, r, fault.New(fault.Forbidden, "Use https. This request was not encrypted: replace the token or key that it contained."))
	default:
		w.Header().Set("Cache-Control", "no-store") // the certificate may not be renewed
		http.Redirect(w, r, to, http.StatusPermanentRedirect)
	}
}

// secureURL returns the https URL of a plain request, or "" when the request is to
// be served as it is.
func (s *Server) secureURL(r *http.Request) string {
	if !strings.HasPrefix(r.URL.Path, "/") || r.URL.Path == healthPath || r.URL.Path == readyPath || s.cfg.Secure(r) {
		return ""
	}
	host, _ := s.cfg.Hosts.Canonical(r.Host)
	name, _, _ := strings.Cut(host, ":") // hosts with certificates are names
	if name == "" || !s.cfg.TLS.Secured(name) {
		return ""
	}
	return "https://" + name + s.securePort(r.Host) + r.URL.RequestURI()
}

// forPrograms reports whether a request is for the API or a webhook. A redirect to
// https would hide from programs that they send their credentials without encryption.
func (s *Server) forPrograms(r *http.Request) bool {
	_, own := s.cfg.Hosts.Canonical(r.Host)
	segment := firstSegment(r.URL.Path)
	return own && s.reserved[segment] && (segment == "api" || segment == "webhooks")
}

func (s *Server) problems() *apikit.ErrorWriter { return &apikit.ErrorWriter{Log: s.cfg.Log} }

// securePort returns the port of the https URL: none when the client used the
// standard port of http, else the one of the TLS listener.
func (s *Server) securePort(header string) string {
	if asked, err := webhost.Requested(header); err != nil || asked.Port() == "" || asked.Port() == "80" {
		return ""
	}
	_, port, err := net.SplitHostPort(s.tlsListener.Addr().String())
	if err != nil || port == "443" {
		return ""
	}
	return ":" + port
}

// serveTLS serves the TLS listener. A request for another host than the one of the
// handshake gets 421: its certificate was not verified for that host.
func (s *Server) serveTLS(w http.ResponseWriter, r *http.Request) {
	if s.misdirected(r) {
		s.setSecurityHeaders(w.Header())
		http.Error(w, "This connection is for another host. Open a new one.", http.StatusMisdirectedRequest)
		return
	}
	s.ServeHTTP(w, r)
}

func (s *Server) misdirected(r *http.Request) bool {
	requested, own := s.cfg.Hosts.Canonical(r.Host)
	if r.TLS.ServerName == "" {
		return !own // clients without SNI get the certificate of the default domain
	}
	verified, _ := s.cfg.Hosts.Canonical(r.TLS.ServerName)
	return verified != requested
}
