package httpapi

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	_ "embed" // the template and its style
	"encoding/base64"
	"fmt"
	"html/template"
	"net/http"
	"regexp"
	"sync"

	"github.com/danielgtaylor/huma/v2"
	"github.com/klauspost/compress/gzhttp"
)

//go:embed reference.html
var referenceText string

//go:embed reference.css
var referenceStyle string

// Reference returns the handler of the API's reference page for people: one
// HTML page made of the OpenAPI document, without scripts and without anything
// from elsewhere. It is rendered at the first visit.
func (a *API) Reference() http.Handler {
	page := sync.OnceValues(func() ([]byte, error) { return renderReference(a.huma.OpenAPI()) })
	style := sha256.Sum256([]byte(referenceStyle))
	policy := "default-src 'none'; style-src 'sha256-" + base64.StdEncoding.EncodeToString(style[:]) +
		"'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
	handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := page()
		if err != nil {
			a.log.ErrorContext(r.Context(), "API reference not rendered", "error", err)
			http.Error(w, "The reference cannot be shown right now. The document is at "+Prefix+"/openapi.json.", http.StatusInternalServerError)
			return
		}
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "strict-origin-when-cross-origin")
		h.Set("Content-Type", "text/html; charset=utf-8")
		h.Set("Cache-Control", "no-cache")
		_, _ = w.Write(body) // the client may have gone
	})
	isPage := func(string) bool { return true }
	wrap, err := gzhttp.NewWrapper(gzhttp.MinSize(minCompressed), gzhttp.CompressionLevel(gzip.BestSpeed), gzhttp.ContentTypeFilter(isPage))
	if err != nil { // the options are constants
		panic(fmt.Sprintf("httpapi: compression: %v", err))
	}
	return wrap(handler)
}

func renderReference(doc *huma.OpenAPI) ([]byte, error) {
	page, err := template.New("reference").Funcs(template.FuncMap{"prose": prose}).Parse(referenceText)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err = page.Execute(&out, referenceOf(doc))
	return out.Bytes(), err
}

var codeSpan = regexp.MustCompile("`([^`]+)`")

// prose returns a text of the document as HTML: escaped, with `code` marked up.
func prose(text string) template.HTML {
	escaped := template.HTMLEscapeString(text)
	return template.HTML(codeSpan.ReplaceAllString(escaped, "<code>$1</code>")) //nolint:gosec // escaped in the line before
}
