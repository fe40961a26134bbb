package webui

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"io/fs"
	"net/http"
	"regexp"
	"strings"

	"github.com/andybalholm/brotli"
)

// page is an HTML page ready to be served: with its tokens replaced, compressed,
// and with the policy for its inline scripts.
type page struct {
	plain, br, gz []byte
	etag          string
	policy        string
	noindex       bool
	secret        bool // its URL is a secret
}

// isPrivate reports whether a page is excluded from search engines.
func isPrivate(name string) bool {
	switch name {
	case "login", "signup-successful", "forgot-password", "reset-password":
		return true
	}
	return isInternal(name)
}

// inlineScript matches executable inline scripts. JSON data blocks need no hash.
var inlineScript = regexp.MustCompile(`(?s)<script>(.*?)</script>`)

func loadPages(build fs.FS, facts Facts) (map[string]*page, error) {
	fill, err := facts.replacer()
	if err != nil {
		return nil, err
	}
	pages := map[string]*page{}
	err = fs.WalkDir(build, ".", func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(file, ".html") {
			return err
		}
		raw, err := fs.ReadFile(build, file)
		if err != nil {
			return err
		}
		name := pageName(file)
		p, err := newPage([]byte(fill.Replace(string(raw))), facts.connectSource())
		if err != nil {
			return fmt.Errorf("page %s: %w", file, err)
		}
		p.noindex, p.secret = isPrivate(name), name == sharePage
		pages[name] = p
		return nil
	})
	return pages, err
}

func newPage(content []byte, connect string) (*page, error) {
	sum := sha256.Sum256(content)
	p := &page{plain: content, etag: `"` + base64.RawURLEncoding.EncodeToString(sum[:12]) + `"`}
	p.policy = policy(content, connect)

	var gz, br bytes.Buffer
	gw := gzip.NewWriter(&gz)
	bw := brotli.NewWriterLevel(&br, brotli.DefaultCompression)
	for _, step := range []error{second(gw.Write(content)), gw.Close(), second(bw.Write(content)), bw.Close()} {
		if step != nil {
			return nil, step
		}
	}
	p.gz, p.br = gz.Bytes(), br.Bytes()
	return p, nil
}

func second(_ int, err error) error { return err }

// policy returns the page's Content-Security-Policy: scripts from this origin and
// the page's inline ones by hash, and no framing. Images may come from other
// origins, because the link editor shows those of preview cards. The login page
// navigates to the dashboard without a reload, so it needs the same policy.
func policy(content []byte, connect string) string {
	scripts := "'self'"
	for _, m := range inlineScript.FindAllSubmatch(content, -1) {
		sum := sha256.Sum256(m[1])
		scripts += " 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	}
	return "default-src 'self'; script-src " + scripts +
		"; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob: https:; font-src 'self'; connect-src 'self'" + connect +
		"; worker-src 'self' blob:; frame-ancestors 'none'; base-uri 'none'; form-action 'self' mailto:; object-src 'none'"
}

func (p *page) referrer() string {
	if p.secret {
		return "no-referrer"
	}
	return "strict-origin-when-cross-origin"
}

func (p *page) write(w http.ResponseWriter, r *http.Request, status int) {
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", "no-cache")
	h.Set("Content-Security-Policy", p.policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", p.referrer())
	h.Set("Vary", "Accept-Encoding")
	if p.noindex {
		h.Set("X-Robots-Tag", "noindex")
	}
	if status == http.StatusOK {
		h.Set("ETag", p.etag)
		if r.Header.Get("If-None-Match") == p.etag {
			w.WriteHeader(http.StatusNotModified)
			return
		}
	}
	body := p.plain
	switch accepted(r.Header.Get("Accept-Encoding")) {
	case "br":
		h.Set("Content-Encoding", "br")
		body = p.br
	case "gzip":
		h.Set("Content-Encoding", "gzip")
		body = p.gz
	}
	h.Set("Content-Length", fmt.Sprint(len(body)))
	w.WriteHeader(status)
	if r.Method != http.MethodHead {
		w.Write(body) //nolint:errcheck // the client may have disconnected
	}
}

// accepted returns the preferred encoding that the client accepts: brotli, then
// gzip.
func accepted(header string) string {
	gzip := false
	for part := range strings.SplitSeq(header, ",") {
		name, params, _ := strings.Cut(strings.TrimSpace(part), ";")
		if q := strings.TrimSpace(params); q == "q=0" || q == "q=0.0" {
			continue
		}
		switch strings.ToLower(strings.TrimSpace(name)) {
		case "br":
			return "br"
		case "gzip":
			gzip = true
		}
	}
	if gzip {
		return "gzip"
	}
	return ""
}
