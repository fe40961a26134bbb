package biopage

import (
	"fmt"
	"math"
	"strings"

	"linnet/internal/core/media"
	"linnet/internal/core/page/theme"
)

// phoneWidth is the width, in CSS pixels, up to which a page loads a file of at most
// phoneFile pixels for its background. The file is shaded and cropped, which hides that it
// has fewer pixels than the screen.
const (
	phoneWidth = 640
	phoneFile  = 640
)

// backgroundImage returns the rules of the image behind the page and of the shade over it;
// empty: the page has none. Until the image has loaded, in print and with the colors of
// the visitor's system, the page has its background color.
func (r *renderer) backgroundImage(s theme.Style) string {
	m, ok := r.doc.Media[r.doc.Theme.BackgroundImage]
	if s.Background != theme.Image || !ok || len(m.Widths) == 0 {
		return ""
	}
	first := s.Light
	if s.Mode == theme.Dark {
		first = s.Dark
	}
	narrow, wide := m.Widths[0], m.Widths[len(m.Widths)-1]
	for _, w := range m.Widths {
		if w <= phoneFile {
			narrow = w
		}
	}
	var b strings.Builder
	b.WriteString(`body::before,body::after{content:"";position:fixed;z-index:-1;top:0;left:0;width:100%;height:100vh}`)
	fmt.Fprintf(&b, "body::before{background:%d%% %d%%/cover no-repeat;%s}", m.Focal.X, m.Focal.Y, r.backgroundFile(&m, narrow))
	if wide > narrow {
		fmt.Fprintf(&b, "@media(min-width:%dpx){body::before{%s}}", phoneWidth+1, r.backgroundFile(&m, wide))
	}
	fmt.Fprintf(&b, "body::after{background:%s}", r.shade(first))
	if s.Mode == theme.Auto && s.Dark != s.Light {
		fmt.Fprintf(&b, "@media(prefers-color-scheme:dark){body::after{background:%s}}", r.shade(s.Dark))
	}
	b.WriteString("@media print,(forced-colors:active){body::before,body::after{content:none}}")
	return b.String()
}

// backgroundFile returns the declarations of a file of the image: browsers that do not
// choose by type ignore the second one.
func (r *renderer) backgroundFile(m *media.Media, width int) string {
	jpeg := cssString(r.address(m, width, media.JPEG))
	return fmt.Sprintf(`background-image:url(%s);background-image:image-set(url(%s) type("image/webp"),url(%s) type("image/jpeg"))`,
		jpeg, cssString(r.address(m, width, media.WebP)), jpeg)
}

// shade returns the color over the image, which makes the text of a palette readable.
func (r *renderer) shade(p theme.Palette) string {
	alpha := math.Ceil(255 * float64(p.Shade(r.doc.Theme.BackgroundShade)) / 100)
	return fmt.Sprintf("%s%02x", p.Background, int(alpha))
}

// cssString returns an address as a string of CSS, which ends neither early nor the style
// element.
func cssString(address string) string {
	return `"` + strings.NewReplacer(`"`, "%22", `\`, "%5C", "<", "%3C", "\n", "%0A", "\r", "%0D", "\f", "%0C").Replace(address) + `"`
}
