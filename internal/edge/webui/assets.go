package webui

import (
	"bytes"
	"fmt"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strings"
	"time"
)

// assets serves the files of the build that are not pages. The build contains a
// .br and a .gz variant of each file that compresses well.
type assets struct {
	files fs.FS
}

// rootFiles returns the files beside the pages, such as the favicon.
func (a *assets) rootFiles() []string {
	entries, err := fs.ReadDir(a.files, ".")
	if err != nil {
		return nil
	}
	var names []string
	for _, e := range entries {
		name := e.Name()
		if e.IsDir() || strings.HasPrefix(name, ".") || hasAnySuffix(name, ".html", ".br", ".gz") {
			continue
		}
		names = append(names, name)
	}
	return names
}

// immutable serves a file whose name contains a hash of its content.
func (a *assets) immutable(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	a.serve(w, r)
}

// revalidated serves a file with a fixed name.
func (a *assets) revalidated(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "public, max-age=3600")
	a.serve(w, r)
}

func (a *assets) serve(w http.ResponseWriter, r *http.Request) {
	name := strings.TrimPrefix(path.Clean(r.URL.Path), "/")
	if hasAnySuffix(name, ".html", ".br", ".gz") {
		a.notFound(w, r)
		return
	}
	content, encoding := a.read(name, accepted(r.Header.Get("Accept-Encoding")))
	if content == nil {
		a.notFound(w, r)
		return
	}
	h := w.Header()
	if kind := contentType(name); kind != "" {
		h.Set("Content-Type", kind)
	}
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Vary", "Accept-Encoding")
	if encoding != "" {
		h.Set("Content-Encoding", encoding)
		h.Set("Content-Length", fmt.Sprint(len(content)))
	}
	http.ServeContent(w, r, name, time.Time{}, bytes.NewReader(content))
}

// read returns the file in the given encoding if the build contains it, else
// uncompressed; nil when the file does not exist.
func (a *assets) read(name, encoding string) (content []byte, used string) {
	suffix := map[string]string{"br": ".br", "gzip": ".gz"}[encoding]
	if suffix != "" {
		if content, err := fs.ReadFile(a.files, name+suffix); err == nil {
			return content, encoding
		}
	}
	content, err := fs.ReadFile(a.files, name)
	if err != nil {
		return nil, ""
	}
	return content, ""
}

func (a *assets) notFound(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	http.Error(w, "File not found.", http.StatusNotFound)
}

func hasAnySuffix(name string, suffixes ...string) bool {
	for _, s := range suffixes {
		if strings.HasSuffix(name, s) {
			return true
		}
	}
	return false
}

// contentType returns the type of a file by its extension, with the charset of text;
// empty for an unknown extension.
func contentType(name string) string {
	if path.Ext(name) == ".ico" {
		return "image/vnd.microsoft.icon" // mime does not know it on every system
	}
	if path.Ext(name) == ".webmanifest" {
		return "application/manifest+json"
	}
	kind := mime.TypeByExtension(path.Ext(name))
	if strings.HasSuffix(kind, "+xml") || strings.HasSuffix(kind, "/xml") {
		return kind + "; charset=utf-8" // mime adds it to text/* only
	}
	return kind
}
