package biopage

import (
	"html/template"
	"strings"

	"github.com/maypok86/otter/v2"

	"linnet/internal/core/locale"
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

// of returns the code of a short URL with its name in words, or false if it is too long for
// one.
func (c *codes) of(shortURL string, words *locale.Words) (template.HTML, bool) {
	svg, ok := c.cache.GetIfPresent(shortURL)
	if !ok {
		code, err := picture.Draw(shortURL+"?"+routing.MarkerQR, look.Defaults(), picture.Images{})
		if err != nil {
			return "", false
		}
		svg = template.HTML(code.SVG()) //nolint:gosec // drawn by the server
		c.cache.Set(shortURL, svg)
	}
	label := template.HTMLEscapeString(words.Text("bio.qr", "address", shortURL))
	return template.HTML(strings.Replace(string(svg), "<svg ", `<svg role="img" aria-label="`+label+`" `, 1)), true //nolint:gosec // escaped
}
