package biopage_test

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/png"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"linnet/internal/base/clock"
	"linnet/internal/core/click"
	"linnet/internal/edge/biopage"
)

// library has one image and counts its reads.
type library struct {
	reads atomic.Int64
	err   error
}

func (l *library) Image(context.Context, string, string) (image.Image, error) {
	l.reads.Add(1)
	return image.NewRGBA(image.Rect(0, 0, 320, 240)), l.err
}

var cardAddress = regexp.MustCompile(`<meta property="og:image" content="https://go\.example\.com(/@ada\?card=[^"]+)">`)

// cardOf returns the path of the image that a page names.
func cardOf(t *testing.T, h *biopage.Handler, headers ...string) string {
	t.Helper()
	w, err := serve(h, "/@ada", headers...)
	if err != nil {
		t.Fatal(err)
	}
	found := cardAddress.FindStringSubmatch(w.Body.String())
	if found == nil {
		t.Fatalf("the page names no image:\n%.900s", w.Body)
	}
	return found[1]
}

func TestHandler_DrawsTheImageOfLinkPreviewsOnce(t *testing.T) {
	t.Parallel()
	images, doc := &library{}, document()
	doc.AvatarID = mediaID
	h := biopage.New(biopage.Deps{Source: &source{doc: doc}, Images: images, Clock: clock.NewManual(noon)})
	path := cardOf(t, h)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			w := httptest.NewRecorder()
			r := httptest.NewRequest(http.MethodGet, path, nil)
			viewed := func(click.PageVisit, func()) { t.Error("the image counts as a view") }
			if err := h.ServePage(w, r, pageID, "", visitor, viewed); err != nil {
				t.Error(err)
				return
			}
			if w.Header().Get("Content-Type") != "image/png" || w.Header().Get("Cache-Control") != "public, max-age=31536000, immutable" {
				t.Errorf("headers %v", w.Header())
			}
			if size, err := png.DecodeConfig(bytes.NewReader(w.Body.Bytes())); err != nil || size.Width != 1200 || size.Height != 630 {
				t.Errorf("%v %v", size, err)
			}
		})
	}
	wg.Wait()
	if n := images.reads.Load(); n != 1 {
		t.Errorf("drawn %d times", n)
	}
	w, err := serve(h, path, "If-None-Match", `"`+path[strings.Index(path, "=")+1:]+`"`)
	if err != nil || w.Code != http.StatusNotModified || w.Body.Len() != 0 {
		t.Errorf("the same version: %d %v", w.Code, err)
	}
	w, err = serve(h, "/@ada?card=former")
	if err != nil || w.Code != http.StatusOK || w.Header().Get("Cache-Control") != "public, no-cache" {
		t.Errorf("a former version: %d %v %v", w.Code, w.Header(), err)
	}
}

func TestHandler_NamesAnotherImageAfterAChange(t *testing.T) {
	t.Parallel()
	s := &source{doc: document()}
	h := biopage.New(biopage.Deps{Source: s, Clock: clock.NewManual(noon)})
	before := cardOf(t, h)
	s.doc.Title = "Ada King"
	h.Forget(pageID)
	if after := cardOf(t, h); after == before {
		t.Errorf("the image is still %s", after)
	}
}

// The image of a page with an age gate is public, so it has no picture.
func TestHandler_ImageBehindTheAgeGateHasNoPicture(t *testing.T) {
	t.Parallel()
	images, doc := &library{}, document()
	doc.AvatarID, doc.AgeGate = mediaID, 18
	h := biopage.New(biopage.Deps{Source: &source{doc: doc}, Images: images, Clock: clock.NewManual(noon)})
	path := cardOf(t, h)
	if confirmed := cardOf(t, h, "Cookie", "__Host-linnet-age=18"); confirmed != path {
		t.Errorf("%s before the age is confirmed, %s after", path, confirmed)
	}
	w, err := serve(h, path)
	if err != nil || w.Header().Get("Cache-Control") != "public, max-age=31536000, immutable" || images.reads.Load() != 0 {
		t.Errorf("%v %v, %d reads", w.Header(), err, images.reads.Load())
	}
}

func TestHandler_ReportsAPictureThatCannotBeRead(t *testing.T) {
	t.Parallel()
	images, doc := &library{err: errors.New("the disk is broken")}, document()
	doc.AvatarID = mediaID
	h := biopage.New(biopage.Deps{Source: &source{doc: doc}, Images: images, Clock: clock.NewManual(noon)})
	path := cardOf(t, h)
	if _, err := serve(h, path); !errors.Is(err, images.err) {
		t.Errorf("the error is %v", err)
	}
	images.err = nil
	if _, err := serve(h, path); err != nil {
		t.Errorf("the failure is cached: %v", err)
	}
}
