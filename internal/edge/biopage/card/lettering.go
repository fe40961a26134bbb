package card

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"strings"
	"unicode"

	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"

	"linnet/internal/core/qr/look"
)

// lettering draws texts with the font that the binary embeds, which has Latin, Greek
// and Cyrillic letters.
type lettering struct {
	font   *sfnt.Font
	buffer sfnt.Buffer
	faces  map[int]font.Face // by size
}

func newLettering() (*lettering, error) {
	f, err := look.CaptionFont()
	if err != nil {
		return nil, err
	}
	l := &lettering{font: f, faces: map[int]font.Face{}}
	for size := minTitleSize; size <= titleSize; size += titleStep {
		if err := l.addFace(size); err != nil {
			return nil, err
		}
	}
	for _, size := range []int{buttonText, avatarSize * 2 / 5, largeAvatar * 2 / 5} {
		if err := l.addFace(size); err != nil {
			return nil, err
		}
	}
	return l, nil
}

func (l *lettering) addFace(size int) error {
	face, err := opentype.NewFace(l.font, &opentype.FaceOptions{Size: float64(size), DPI: 72, Hinting: font.HintingNone})
	if err != nil {
		return fmt.Errorf("open a font with %d pixels: %w", size, err)
	}
	l.faces[size] = face
	return nil
}

// drawable returns a text without the symbols that the font lacks, such as emoji. It
// is empty if the font lacks a letter, a digit or a mark: the rest could not be read.
func (l *lettering) drawable(text string) string {
	var b strings.Builder
	for _, r := range text {
		glyph, err := l.font.GlyphIndex(&l.buffer, r)
		switch {
		case unicode.IsSpace(r):
			b.WriteByte(' ')
		case err == nil && glyph != 0:
			b.WriteRune(r)
		case unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r) && !unicode.Is(unicode.Variation_Selector, r):
			return ""
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// width returns the width of a text in pixels.
func (l *lettering) width(text string, size int) int {
	return font.MeasureString(l.faces[size], text).Ceil()
}

// draw writes a text around the middle x, on the baseline y.
func (l *lettering) draw(img draw.Image, text string, size, x, y int, ink color.Color) {
	d := font.Drawer{Dst: img, Src: image.NewUniform(ink), Face: l.faces[size]}
	d.Dot = fixed.Point26_6{X: fixed.I(x) - d.MeasureString(text)/2, Y: fixed.I(y)}
	d.DrawString(text)
}

const (
	titleStep     = 8 // between the sizes of titles
	maxTitleLines = 2
	ellipsis      = "…"
)

// wrapped is a text in lines.
type wrapped struct {
	lines []string
	size  int
}

func (w *wrapped) lineHeight() int { return w.size * 118 / 100 }

func (w *wrapped) height() int { return len(w.lines) * w.lineHeight() }

// wrap breaks a title into at most two lines with the largest size at which it fits,
// and shortens one that never does. A text that cannot be drawn has no lines.
func (l *lettering) wrap(text string, width int) wrapped {
	text = l.drawable(text)
	if text == "" {
		return wrapped{}
	}
	for size := titleSize; ; size -= titleStep {
		lines := l.breakLines(text, size, width)
		if len(lines) <= maxTitleLines {
			return wrapped{lines, size}
		}
		if size-titleStep < minTitleSize {
			rest := strings.Join(lines[maxTitleLines-1:], " ")
			return wrapped{append(lines[:maxTitleLines-1], l.shorten(rest, size, width)), size}
		}
	}
}

// breakLines breaks a text at spaces, and inside of words that are wider than a line.
func (l *lettering) breakLines(text string, size, width int) []string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(text) {
		joined := strings.TrimSpace(line + " " + word)
		if l.width(joined, size) <= width {
			line = joined
			continue
		}
		if line != "" {
			lines = append(lines, line)
		}
		for l.width(word, size) > width {
			head := l.fitting(word, size, width)
			lines, word = append(lines, head), word[len(head):]
		}
		line = word
	}
	return append(lines, line)
}

// fitting returns the longest start of a text that is not wider than width, at least
// one character.
func (l *lettering) fitting(text string, size, width int) string {
	end := 0
	for i, r := range text {
		next := i + len(string(r))
		if end > 0 && l.width(text[:next], size) > width {
			break
		}
		end = next
	}
	return text[:end]
}

// shorten returns a text that is not wider than width, with an ellipsis if it is cut.
func (l *lettering) shorten(text string, size, width int) string {
	if l.width(text, size) <= width {
		return text
	}
	return strings.TrimSpace(l.fitting(text, size, width-l.width(ellipsis, size))) + ellipsis
}
