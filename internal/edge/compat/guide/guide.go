// Package guide renders the page that explains the drop-in APIs to users, from the files of
// docs/compat.
package guide

import (
	"bytes"
	_ "embed" // the template
	"html/template"
	"io/fs"
	"log/slog"
	"net/http"
	"slices"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/text"

	"linnet/internal/core/dropin"
	"linnet/internal/edge/apikit/docpage"
)

// Path is the path of the page.
const Path = "/docs/compat"

// exampleOrigin stands in the files for the address of the install, and exampleHost for its host.
const (
	exampleOrigin = "https://" + exampleHost
	exampleHost   = "go.example.com"
)

//go:embed guide.html
var pageTemplate string

// Deps are what the page is rendered from.
type Deps struct {
	// Files are README.md and a file for each drop-in API.
	Files fs.FS
	// PublicURL is the address of the install, without a trailing slash.
	PublicURL string
	// Enabled are the APIs that are switched on.
	Enabled []dropin.API
	Log     *slog.Logger
}

// page is the data of the template.
type page struct {
	Style    template.CSS
	Intro    template.HTML
	Sections []section
}

// section describes a drop-in API.
type section struct {
	API     dropin.API
	Enabled bool
	Text    template.HTML // below the heading
}

// Handler returns the handler of the page.
func Handler(d Deps) http.Handler {
	return docpage.Handler(func() ([]byte, error) { return render(d) }, "This page is unavailable. Read docs/compat of the source code.", d.Log)
}

func render(d Deps) ([]byte, error) {
	layout, err := template.New("guide").Parse(pageTemplate)
	if err != nil {
		return nil, err
	}
	out := page{Style: docpage.Style()}
	if out.Intro, err = d.convert("README.md", 0); err != nil {
		return nil, err
	}
	for _, api := range dropin.All() {
		text, err := d.convert(fileOf(api), 1)
		if err != nil {
			return nil, err
		}
		out.Sections = append(out.Sections, section{API: api, Enabled: slices.Contains(d.Enabled, api), Text: text})
	}
	var html bytes.Buffer
	err = layout.Execute(&html, out)
	return html.Bytes(), err
}

// fileOf returns the name of the file about a drop-in API.
func fileOf(api dropin.API) string { return string(api) + ".md" }

// convert returns a file as HTML without its title, with the address of the install, and with
// headings that are some levels deeper. HTML in the file is dropped.
func (d Deps) convert(name string, deeper int) (template.HTML, error) {
	source, err := fs.ReadFile(d.Files, name)
	if err != nil {
		return "", err
	}
	_, host, _ := strings.Cut(d.PublicURL, "://")
	source = bytes.ReplaceAll(source, []byte(exampleOrigin), []byte(d.PublicURL))
	source = bytes.ReplaceAll(source, []byte(exampleHost), []byte(host))
	markdown := goldmark.New(goldmark.WithExtensions(extension.Table))
	doc := markdown.Parser().Parse(text.NewReader(source))
	if title, ok := doc.FirstChild().(*ast.Heading); ok {
		doc.RemoveChild(doc, title)
	}
	err = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			adapt(n, source, deeper)
		}
		return ast.WalkContinue, nil
	})
	if err != nil {
		return "", err
	}
	var html bytes.Buffer
	err = markdown.Renderer().Render(&html, source, doc)
	return template.HTML(html.String()), err //nolint:gosec // goldmark escapes texts and drops HTML
}

// adapt changes a node of a file for the page, on which all files are sections.
func adapt(n ast.Node, source []byte, deeper int) {
	switch n := n.(type) {
	case *ast.Heading:
		n.Level += deeper
	case *ast.Link:
		if file, ok := strings.CutSuffix(string(n.Destination), ".md"); ok {
			n.Destination = []byte("#" + file)
		}
	case *extast.Table:
		labelCells(n, source)
	}
}

// labelCells gives each cell the heading of its column, which narrow screens show beside it.
func labelCells(table *extast.Table, source []byte) {
	var labels []string
	for cell := table.FirstChild().FirstChild(); cell != nil; cell = cell.NextSibling() {
		labels = append(labels, string(cell.Lines().Value(source)))
	}
	for row := table.FirstChild().NextSibling(); row != nil; row = row.NextSibling() {
		column := 0
		for cell := row.FirstChild(); cell != nil && column < len(labels); cell = cell.NextSibling() {
			cell.SetAttributeString("data-label", []byte(labels[column]))
			column++
		}
	}
}
