// Package docpage serves pages of documentation: HTML without scripts and without resources
// from other origins.
package docpage

import (
	"crypto/sha256"
	_ "embed" // the style
	"encoding/base64"
	"html/template"
	"log/slog"
	"net/http"
	"sync"

	"linnet/internal/edge/apikit"
)

//go:embed style.css
var styleSheet string

// Style returns the style of the pages, for their <style> element. Other styles are rejected by
// the policy of a Handler.
func Style() template.CSS { return template.CSS(styleSheet) } //nolint:gosec // an embedded file

// Handler returns the handler of a page that is rendered at the first request. failure is what
// readers get when render fails.
func Handler(render func() ([]byte, error), failure string, log *slog.Logger) http.Handler {
	page := sync.OnceValues(render)
	style := sha256.Sum256([]byte(styleSheet))
	policy := "default-src 'none'; style-src 'sha256-" + base64.StdEncoding.EncodeToString(style[:]) +
		"'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
	return apikit.CompressTypes("text/html")(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := page()
		if err != nil {
			log.ErrorContext(r.Context(), "rendering documentation failed", "path", r.URL.Path, "err", err)
			http.Error(w, failure, http.StatusInternalServerError)
			return
		}
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "strict-origin-when-cross-origin")
		h.Set("Content-Type", "text/html; charset=utf-8")
		h.Set("Cache-Control", "no-cache")
		_, _ = w.Write(body) // the client may have disconnected
	}))
}
