package biopage

import (
	"fmt"
	"html/template"
	"slices"
	"strings"

	"linnet/internal/core/media"
)

// imageElement is the data of an image element.
type imageElement struct {
	Src           template.URL
	Srcset        template.Srcset
	Sizes         string
	Width, Height int
	Alt           string
	Class         string // of the focal point; empty: the center
	Lazy          bool
}

// Sizes of images on a page, for the browser's choice of a file.
const (
	sizeAvatar  = "96px"
	sizeColumn  = "(max-width:600px) calc(100vw - 40px),560px"
	sizeGallery = "300px"
	sizeThumb   = "64px"
)

// imageOf returns the data of an image element, or nil for an image that does not
// exist.
func (r *renderer) imageOf(id, sizes string) *imageElement {
	m, ok := r.doc.Media[id]
	if !ok {
		return nil
	}
	set := make([]string, len(m.Widths))
	for i, width := range m.Widths {
		set[i] = fmt.Sprintf("%s %dw", r.address(&m, width, media.WebP), width)
	}
	return &imageElement{
		Src:    template.URL(r.address(&m, m.Widths[len(m.Widths)-1], media.JPEG)), //nolint:gosec // made by the server
		Srcset: template.Srcset(strings.Join(set, ",")),
		Sizes:  sizes, //nolint:gosec // made by the server
		Width:  m.Width,
		Height: m.Height,
		Alt:    m.Alt,
		Class:  r.focalClass(m.Focal),
		Lazy:   true,
	}
}

func (r *renderer) address(m *media.Media, width int, format string) string {
	return r.doc.MediaURL + m.Path(width, format)
}

// maxFocalRules bounds the focal points of a page that have a rule.
const maxFocalRules = 200

// focalClass returns the class of images with a focal point. Its rule is part of the
// style sheet, because the page's policy allows no style attributes.
func (r *renderer) focalClass(p media.Point) string {
	if p == media.Center() {
		return ""
	}
	class := fmt.Sprintf("f%d-%d", p.X, p.Y)
	rule := fmt.Sprintf("img.%s{object-position:%d%% %d%%}", class, p.X, p.Y)
	if slices.Contains(r.rules, rule) {
		return class
	}
	if len(r.rules) == maxFocalRules || r.budget.Output(len(rule)) != nil {
		return "" // the center
	}
	r.rules = append(r.rules, rule)
	return class
}

// avatar returns the picture of the page, and the address of its widest JPEG for
// its description to search engines; nil if it has none.
func (r *renderer) avatar() (p *imageElement, preview string) {
	m, ok := r.doc.Media[r.doc.AvatarID]
	if !ok {
		return nil, ""
	}
	p = r.imageOf(m.ID, sizeAvatar)
	p.Lazy = false
	return p, r.address(&m, m.Width, media.JPEG)
}
