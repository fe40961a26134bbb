package biopage

import (
	"html/template"
	"strings"

	"github.com/maypok86/otter/v2"

	"linnet/internal/core/qr/look"
	"linnet/internal/core/qr/picture"
	"linnet/internal/core/routing"
)

// maxCodeBytes bounds the cached codes.
const maxCodeBytes = 4 << 20

// codes draws the QR codes of links as inline SVG, and caches them: most of the time of
// rendering a page would be that of drawing its codes. It is safe for concurrent use.
type codes struct {
	cache *otter.Cache[string, template.HTML] // by short URL
}

func newCodes() *codes {
	return &codes{otter.Must(&otter.Options[string, template.HTML]{
		MaximumWeight: maxCodeBytes,
		Weigher:       func(url string, svg template.HTML) uint32 { return uint32(len(url) + len(svg)) }, //nolint:gosec // some kilobytes
	})}
}

// of returns the code of a short URL, or false if it is too long for one.
func (c *codes) of(shortURL string) (template.HTML, bool) {
	if svg, ok := c.cache.GetIfPresent(shortURL); ok {
		return svg, true
	}
	code, err := picture.Draw(shortURL+"?"+routing.MarkerQR, look.Defaults(), picture.Images{})
	if err != nil {
		return "", false
	}
	label := template.HTMLEscapeString("QR code of " + shortURL)
	svg := template.HTML(strings.Replace(string(code.SVG()), "<svg ", `<svg role="img" aria-label="`+label+`" `, 1)) //nolint:gosec // drawn by the server
	c.cache.Set(shortURL, svg)
	return svg, true
}
