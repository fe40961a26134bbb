package server

import "net/http"

// Header values that all answers of the app share. A page sets a
// Content-Security-Policy of its own.
const (
	defaultPolicy     = "default-src 'none'; frame-ancestors 'none'"
	permissionsPolicy = "camera=(), geolocation=(), microphone=(), payment=(), usb=()"
	hstsPolicy        = "max-age=31536000"
)

// secured sets what every answer of the app carries unless its handler knows
// better. The redirect's pages carry their own.
func (s *Server) secured(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.setSecurityHeaders(w.Header())
		next.ServeHTTP(w, r)
	})
}

func (s *Server) setSecurityHeaders(h http.Header) {
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "strict-origin-when-cross-origin")
	h.Set("X-Frame-Options", "DENY")
	h.Set("Content-Security-Policy", defaultPolicy)
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Permissions-Policy", permissionsPolicy)
	s.setHSTS(h)
}

// setHSTS tells browsers to use TLS only, when the public URL has it.
func (s *Server) setHSTS(h http.Header) {
	if s.cfg.HTTPS {
		h["Strict-Transport-Security"] = hstsValue
	}
}

var hstsValue = []string{hstsPolicy} //nolint:gochecknoglobals // shared by all answers, never changed
