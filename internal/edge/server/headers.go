package server

import "net/http"

// Default header values of the app's responses. Pages replace the
// Content-Security-Policy.
const (
	defaultPolicy     = "default-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'"
	permissionsPolicy = "camera=(), geolocation=(), microphone=(), payment=(), usb=()"
	hstsPolicy        = "max-age=31536000"
)

// withSecurityHeaders sets the security headers of the app's responses before
// the handler runs. The redirect's pages set their own.
func (s *Server) withSecurityHeaders(next http.Handler) http.Handler {
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

// setHSTS sets Strict-Transport-Security when the public URL uses TLS.
func (s *Server) setHSTS(h http.Header) {
	if s.cfg.HTTPS {
		h["Strict-Transport-Security"] = hstsValue
	}
}

var hstsValue = []string{hstsPolicy} //nolint:gochecknoglobals // shared by all responses, read-only
