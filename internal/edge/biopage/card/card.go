// Package card draws the images of link previews of bio pages, in the colors of
// their themes. The same content has the same bytes.
//
// An image is PNG with 1200×630 pixels in the palette, background and button style of
// the theme, with Go Bold. Its address has ?card=<version>, a hash of what is drawn, so
// that it is cached for a year, an edit has a new address, and no file is stored; other
// versions get the current image without caching. One image is drawn at a time (about
// 0.15 s) and the last 16 MiB are cached. A title with a letter that the font lacks is
// not drawn, because a font for Chinese, Japanese, Korean or Arabic has several
// megabytes; emoji are left out. Behind an age gate the image has no picture.
package card

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"

	"linnet/internal/base/hexcolor"
	"linnet/internal/core/media"
	"linnet/internal/core/page/theme"
)

// The size of a card in pixels, as the Open Graph previews of large sites have it.
const (
	Width  = 1200
	Height = 630
)

// drawingVersion is part of the version of every card. Change it when drawings change.
const drawingVersion = 1

// Content is what a card shows.
type Content struct {
	Title string
	// Address is the address of the page as people read it, and ASCII the one that is
	// drawn if the font lacks a character of Address.
	Address, ASCII string
	Monogram       string // in the place of a picture; may be empty
	Style          theme.Style
	// AvatarHash is the hash of the picture; empty: the page has none.
	AvatarHash string
	Focal      media.Point // of the picture
}

// Version returns a short text that changes with the drawing.
func (c *Content) Version() string {
	text, err := json.Marshal(c)
	if err != nil {
		return "0" // only texts and numbers are encoded
	}
	sum := sha256.Sum256(append(text, drawingVersion))
	return base64.RawURLEncoding.EncodeToString(sum[:9])
}

// Measures of the drawing, in pixels.
const (
	margin       = 80
	avatarSize   = 184
	largeAvatar  = 240 // without a title
	gap          = 36
	titleSize    = 84 // of the font; smaller for long titles
	minTitleSize = 44
	buttonHeight = 96
	buttonMargin = 56
	buttonText   = 38 // of the font
	lineWidth    = 3
	shadow       = 8 // of raised buttons
)

// Draw returns the card as PNG. avatar is the picture; nil: the monogram.
func Draw(c *Content, avatar image.Image) ([]byte, error) {
	l, err := newLettering()
	if err != nil {
		return nil, err
	}
	colors := c.Style.Light
	if c.Style.Mode == theme.Dark {
		colors = c.Style.Dark
	}
	p := &painter{img: image.NewRGBA(image.Rect(0, 0, Width, Height)), letters: l, style: c.Style, colors: colors}
	p.background()
	p.content(c, avatar)
	var b bytes.Buffer
	if err := png.Encode(&b, p.img); err != nil {
		return nil, fmt.Errorf("encode the card of a bio page: %w", err)
	}
	return b.Bytes(), nil
}

// painter draws one card.
type painter struct {
	img     *image.RGBA
	letters *lettering
	style   theme.Style
	colors  theme.Palette
}

// content draws picture, title and address, one below the other in the middle.
func (p *painter) content(c *Content, avatar image.Image) {
	title := p.letters.wrap(c.Title, Width-2*margin)
	diameter := avatarSize
	if len(title.lines) == 0 {
		diameter = largeAvatar
	}
	total := diameter + title.height() + gap + buttonHeight
	if len(title.lines) > 0 {
		total += gap
	}
	y := (Height - total) / 2
	p.avatar(c, avatar, image.Rect((Width-diameter)/2, y, (Width+diameter)/2, y+diameter))
	y += diameter + gap
	for _, line := range title.lines {
		p.letters.draw(p.img, line, title.size, Width/2, y+title.size, p.paint(p.colors.Text))
		y += title.lineHeight()
	}
	if len(title.lines) > 0 {
		y += gap
	}
	p.button(c, y)
}

func (p *painter) paint(hex string) color.Color { return hexcolor.RGB(hex) }

// avatar draws the picture, or the monogram on the color of buttons.
func (p *painter) avatar(c *Content, picture image.Image, at image.Rectangle) {
	circle := roundedMask(at.Dx(), at.Dy(), at.Dx()/2)
	if picture != nil {
		cropped := crop(picture, c.Focal, at.Dx())
		draw.DrawMask(p.img, at, cropped, image.Point{}, circle, image.Point{}, draw.Over)
		return
	}
	fill, ink := p.colors.Button, p.colors.ButtonText
	if p.style.ButtonStyle == theme.Raised {
		p.rounded(at.Inset(-lineWidth), at.Dx(), p.colors.Text)
	}
	p.rounded(at, at.Dx()/2, fill)
	if letter := p.letters.drawable(c.Monogram); letter != "" {
		size := at.Dx() * 2 / 5
		p.letters.draw(p.img, letter, size, (at.Min.X+at.Max.X)/2, (at.Min.Y+at.Max.Y)/2+size*36/100, p.paint(ink))
	}
}

// button draws the address as a button of the theme.
func (p *painter) button(c *Content, y int) {
	text := p.letters.shorten(cmp.Or(p.letters.drawable(c.Address), c.ASCII), buttonText, Width-2*margin-2*buttonMargin)
	width := p.letters.width(text, buttonText) + 2*buttonMargin
	at := image.Rect((Width-width)/2, y, (Width+width)/2, y+buttonHeight)
	fill, ink, border := p.colors.Button, p.colors.ButtonText, ""
	switch p.style.ButtonStyle {
	case theme.Outlined:
		fill, ink, border = p.colors.Background, p.colors.Text, p.colors.Text
	case theme.Tinted:
		fill, ink, border = p.colors.Surface, p.colors.Text, p.colors.Line
	case theme.Raised:
		border = p.colors.Text
		p.rounded(at.Add(image.Pt(shadow, shadow)), p.radius(), p.colors.Text)
	case theme.Filled:
	}
	if border != "" {
		p.rounded(at, p.radius(), border)
		p.rounded(at.Inset(lineWidth), p.radius()-lineWidth, fill)
	} else {
		p.rounded(at, p.radius(), fill)
	}
	p.letters.draw(p.img, text, buttonText, Width/2, y+buttonHeight/2+buttonText*36/100, p.paint(ink))
}

// radius returns that of buttons.
func (p *painter) radius() int {
	switch p.style.Shape {
	case theme.Square:
		return 0
	case theme.Round:
		return 36
	case theme.Pill:
		return buttonHeight / 2
	default:
		return 20
	}
}

// rounded fills a rectangle with rounded corners.
func (p *painter) rounded(at image.Rectangle, radius int, hex string) {
	mask := roundedMask(at.Dx(), at.Dy(), radius)
	draw.DrawMask(p.img, at, image.NewUniform(p.paint(hex)), image.Point{}, mask, image.Point{}, draw.Over)
}
