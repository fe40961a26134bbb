package webui

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"regexp"
	"strings"
	"sync"

	"github.com/andybalholm/brotli"

	"linnet/internal/core/locale"
	"linnet/internal/edge/apikit"
)

// page is an HTML page. It is read and compressed at the first request for it, so that the
// start does not allocate memory for each page.
type page struct {
	load    func() (*rendered, error)
	noindex bool
	secret  bool // its URL is a secret
}

// rendered is a page with its tokens replaced and the policy for its inline scripts.
type rendered struct {
	plain  []byte
	br, gz func() []byte // plain, compressed
	etag   string
	policy string
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

// loadPages returns the pages of build, by path without slashes.
func loadPages(build fs.FS, facts Facts) (pages, error) {
	fill, err := facts.replacer()
	if err != nil {
		return nil, err
	}
	loaded := pages{}
	err = fs.WalkDir(build, ".", func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(file, ".html") {
			return err
		}
		read := func() (string, error) {
			raw, err := fs.ReadFile(build, file)
			return fill.Replace(string(raw)), err
		}
		name := pageName(file)
		if name != sharePage {
			loaded[name] = &page{noindex: isPrivate(name), load: loadOnce(read, facts)}
			return nil
		}
		for _, tag := range locale.Tags() {
			inLanguage := func() (string, error) {
				content, err := read()
				return translated(content, locale.Choose(locale.Fixed(tag), "", "").Words), err
			}
			loaded[sharePageIn(tag)] = &page{noindex: true, secret: true, load: loadOnce(inLanguage, facts)}
		}
		return nil
	})
	return loaded, err
}

// loadOnce returns a function that reads and renders a page at its first call.
func loadOnce(read func() (string, error), facts Facts) func() (*rendered, error) {
	return sync.OnceValues(func() (*rendered, error) {
		content, err := read()
		if err != nil {
			return nil, err
		}
		return render([]byte(content), facts.connectSource()), nil
	})
}

// rootTag matches the root of a page, which names the catalogues of the dashboard.
var rootTag = regexp.MustCompile(`<html[^>]*>`)

// translated returns a page of the web app with the texts of shared reports in a language.
// They are where the app reads its catalogue, before its scripts.
func translated(content string, words *locale.Words) string {
	root := `<html lang="` + words.Tag + `" dir="` + words.Dir + `">`
	content = rootTag.ReplaceAllLiteralString(content, root)
	if words == locale.English() {
		return content
	}
	catalogue, err := json.Marshal(map[string]any{"language": words.Tag, "texts": words.SharedReport()})
	if err != nil {
		panic(err) // texts can be encoded
	}
	before, after, found := strings.Cut(content, "<script")
	if !found {
		return content
	}
	return before + "<script>linnetCatalogue=" + string(catalogue) + "</script><script" + after
}

func render(content []byte, connect string) *rendered {
	sum := sha256.Sum256(content)
	return &rendered{
		plain:  content,
		br:     sync.OnceValue(func() []byte { return compress(content, brotliWriter) }),
		gz:     sync.OnceValue(func() []byte { return compress(content, gzipWriter) }),
		etag:   `"` + base64.RawURLEncoding.EncodeToString(sum[:12]) + `"`,
		policy: policy(content, connect),
	}
}

func brotliWriter(w io.Writer) io.WriteCloser {
	return brotli.NewWriterLevel(w, brotli.DefaultCompression)
}

func gzipWriter(w io.Writer) io.WriteCloser { return gzip.NewWriter(w) }

// compress returns content in the encoding of a writer.
func compress(content []byte, encoder func(io.Writer) io.WriteCloser) []byte {
	var out bytes.Buffer
	w := encoder(&out)
	_, _ = w.Write(content) // writes to a Buffer do not fail
	_ = w.Close()
	return out.Bytes()
}

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
	content, err := p.load()
	if err != nil {
		http.Error(w, "The page could not be read.", http.StatusInternalServerError)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", "no-cache")
	h.Set("Content-Security-Policy", content.policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", p.referrer())
	h.Add("Vary", "Accept-Encoding")
	if p.noindex {
		h.Set("X-Robots-Tag", "noindex")
	}
	if status == http.StatusOK {
		h.Set("ETag", content.etag)
		if r.Header.Get("If-None-Match") == content.etag {
			w.WriteHeader(http.StatusNotModified)
			return
		}
	}
	body := content.plain
	switch accepted(r.Header.Get("Accept-Encoding")) {
	case "br":
		h.Set("Content-Encoding", "br")
		body = content.br()
	case "gzip":
		h.Set("Content-Encoding", "gzip")
		body = content.gz()
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
	for _, coding := range []string{"br", "gzip"} {
		if apikit.AcceptsEncoding(header, coding) {
			return coding
		}
	}
	return ""
}
