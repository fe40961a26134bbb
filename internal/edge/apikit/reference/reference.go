// Package reference renders the reference page of an API for people.
package reference

import (
	"bytes"
	"crypto/sha256"
	_ "embed" // the template and its style
	"encoding/base64"
	"html/template"
	"log/slog"
	"net/http"
	"regexp"
	"sync"

	"github.com/danielgtaylor/huma/v2"

	"linnet/internal/edge/apikit"
)

//go:embed reference.html
var pageTemplate string

//go:embed reference.css
var styleSheet string

// Handler returns the reference page of an API: one HTML page rendered from the
// OpenAPI document, without scripts and without resources from other origins.
// It is rendered at the first request. prefix is the path of the API.
func Handler(doc func() *huma.OpenAPI, prefix string, log *slog.Logger) http.Handler {
	page := sync.OnceValues(func() ([]byte, error) { return render(doc(), prefix) })
	style := sha256.Sum256([]byte(styleSheet))
	policy := "default-src 'none'; style-src 'sha256-" + base64.StdEncoding.EncodeToString(style[:]) +
		"'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
	return apikit.CompressTypes("text/html")(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := page()
		if err != nil {
			log.ErrorContext(r.Context(), "rendering API reference failed", "err", err)
			http.Error(
				w,
				"The API reference is unavailable. The OpenAPI document is at "+prefix+"/openapi.json.",
				http.StatusInternalServerError,
			)
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

func render(doc *huma.OpenAPI, prefix string) ([]byte, error) {
	page, err := template.New("reference").Funcs(template.FuncMap{"prose": prose}).Parse(pageTemplate)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err = page.Execute(&out, pageOf(doc, prefix))
	return out.Bytes(), err
}

var codeSpan = regexp.MustCompile("`([^`]+)`")

// prose returns a text of the document as escaped HTML, with `code` as <code>.
func prose(text string) template.HTML {
	escaped := template.HTMLEscapeString(text)
	return template.HTML(codeSpan.ReplaceAllString(escaped, "<code>$1</code>")) //nolint:gosec // escaped in the line before
}
