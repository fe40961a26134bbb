// Package publicpage has the style sheet and the response headers of pages that are
// rendered on the server. They work without scripts and load nothing.
package publicpage

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"html/template"
	"net/http"
	"strconv"

	"linnet/internal/core/locale"
)

//go:embed style.css
var styleSheet string

// Style returns the style sheet, for an inline style element.
func Style() template.CSS { return template.CSS(styleSheet) } //nolint:gosec // our own file

// Policy returns the Content-Security-Policy of a page with Style, without
// form-action.
func Policy() string {
	hash := sha256.Sum256([]byte(styleSheet))
	return "default-src 'none'; style-src 'sha256-" + base64.StdEncoding.EncodeToString(hash[:]) +
		"'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'"
}

// Language returns the language of the response to a request, see locale.Choose.
func Language(r *http.Request, page, domain locale.Fixed) locale.Choice {
	return locale.Choose(page, domain, r.Header.Get("Accept-Language"))
}

// SetLanguage sets the headers of a response with texts in a language.
func SetLanguage(header http.Header, language locale.Choice) {
	header.Set("Content-Language", language.Tag)
	if language.IsNegotiated() {
		header.Add("Vary", "Accept-Language")
	}
}

// Write writes a rendered page that is neither indexed nor cached. It has no body
// for HEAD requests.
func Write(w http.ResponseWriter, r *http.Request, language locale.Choice, status int, policy string, body *bytes.Buffer) {
	header := w.Header()
	SetLanguage(header, language)
	header.Set("Content-Security-Policy", policy)
	header.Set("X-Content-Type-Options", "nosniff")
	if header.Get("Referrer-Policy") == "" {
		header.Set("Referrer-Policy", "no-referrer")
	}
	header.Set("X-Robots-Tag", "noindex")
	header.Set("Cache-Control", "private, no-store")
	header.Set("Content-Type", "text/html; charset=utf-8")
	header.Set("Content-Length", strconv.Itoa(body.Len()))
	w.WriteHeader(status)
	if r.Method != http.MethodHead {
		_, _ = body.WriteTo(w) // the client may have disconnected
	}
}
