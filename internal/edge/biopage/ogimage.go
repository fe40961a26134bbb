package biopage

import (
	"context"
	"image"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/maypok86/otter/v2"

	"linnet/internal/base/fault"
	"linnet/internal/core/page"
	"linnet/internal/core/webhost"
	"linnet/internal/edge/biopage/card"
)

// cardParam is the parameter of a page's address that requests the image of its link
// previews. Its value is the version of the image.
const cardParam = "card"

const (
	maxCardBytes = 16 << 20 // of cached images
	drawTimeout  = 10 * time.Second
)

// Images reads the images of the media library.
type Images interface {
	// Image returns an image of a workspace, or NotFound.
	Image(ctx context.Context, workspaceID, id string) (image.Image, error)
}

// cards draws the images of link previews, one at a time, and caches them.
type cards struct {
	images  Images
	cache   *otter.Cache[string, []byte] // by page id and version
	drawing chan struct{}
}

func newCards(images Images) *cards {
	return &cards{
		images:  images,
		drawing: make(chan struct{}, 1),
		cache: otter.Must(&otter.Options[string, []byte]{
			MaximumWeight: maxCardBytes,
			Weigher:       func(_ string, png []byte) uint32 { return uint32(len(png)) }, //nolint:gosec // far below 4 GiB
		}),
	}
}

// cardOf returns what the image of a page shows: what visitors see before they
// confirm their age.
func cardOf(doc *page.Document) card.Content {
	c := card.Content{Title: doc.Title, Monogram: monogram(doc.Title), Style: doc.Theme.Style()}
	c.Address, c.ASCII = readable(doc.CanonicalURL())
	if m, ok := doc.Media[doc.AvatarID]; ok && doc.AgeGate == 0 {
		c.AvatarHash, c.Focal = m.Hash, m.Focal
	}
	return c
}

// readable returns an address without its scheme, as people read it and in ASCII.
func readable(address string) (unicode, ascii string) {
	_, ascii, _ = strings.Cut(address, "://")
	ascii = strings.TrimSuffix(ascii, "/")
	u, err := url.Parse(address)
	if err != nil {
		return ascii, ascii
	}
	return webhost.Unicode(u.Host) + strings.TrimSuffix(u.Path, "/"), ascii
}

// get returns the image of a page. Concurrent requests for one image wait for the
// same drawing.
func (c *cards) get(ctx context.Context, doc *page.Document, content *card.Content) ([]byte, error) {
	return c.cache.Get(ctx, doc.ID+content.Version(), otter.LoaderFunc[string, []byte](func(ctx context.Context, _ string) ([]byte, error) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), drawTimeout)
		defer cancel()
		select {
		case c.drawing <- struct{}{}:
		case <-ctx.Done():
			return nil, fault.Wrap(ctx.Err(), fault.Unavailable, "The image is not ready. Try again.")
		}
		defer func() { <-c.drawing }()
		return c.draw(ctx, doc, content)
	}))
}

func (c *cards) draw(ctx context.Context, doc *page.Document, content *card.Content) ([]byte, error) {
	var avatar image.Image
	if content.AvatarHash != "" && c.images != nil {
		var err error
		avatar, err = c.images.Image(ctx, doc.WorkspaceID, doc.AvatarID)
		if err != nil && !fault.Is(err, fault.NotFound) { // deleted in the meantime: the monogram
			return nil, err
		}
	}
	return card.Draw(content, avatar)
}

// serveCard writes the image of a page. It is no view of the page.
func (h *Handler) serveCard(w http.ResponseWriter, r *http.Request, p visible, version string) error {
	content := cardOf(p.Document())
	current := content.Version()
	header := w.Header()
	etag := `"` + current + `"`
	if match := r.Header.Get("If-None-Match"); match != "" && strings.Contains(match, etag) {
		header.Set("ETag", etag)
		w.WriteHeader(http.StatusNotModified)
		return nil
	}
	png, err := h.cards.get(r.Context(), p.Document(), &content)
	if err != nil {
		return err
	}
	header.Set("Content-Type", "image/png")
	header.Set("Content-Security-Policy", "default-src 'none'")
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("X-Robots-Tag", "noindex")
	header.Set("ETag", etag)
	header.Set("Cache-Control", "public, no-cache")
	if version == current {
		header.Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	header.Set("Content-Length", strconv.Itoa(len(png)))
	w.WriteHeader(http.StatusOK)
	if r.Method != http.MethodHead {
		_, _ = w.Write(png) // the client may have disconnected
	}
	return nil
}
