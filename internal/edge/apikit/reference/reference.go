// Package reference renders the reference page of an API for people.
package reference

import (
	"bytes"
	_ "embed" // the template
	"html/template"
	"log/slog"
	"net/http"
	"regexp"

	"github.com/danielgtaylor/huma/v2"

	"linnet/internal/edge/apikit/docpage"
)

//go:embed reference.html
var pageTemplate string

// Handler returns the reference page of an API, rendered from the OpenAPI document. prefix is
// the path of the API.
func Handler(doc func() *huma.OpenAPI, prefix string, log *slog.Logger) http.Handler {
	failure := "The API reference is unavailable. The OpenAPI document is at " + prefix + "/openapi.json."
	return docpage.Handler(func() ([]byte, error) { return render(doc(), prefix) }, failure, log)
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
