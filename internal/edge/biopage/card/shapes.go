package card

import (
	"image"
	"image/color"
	"image/draw"

	xdraw "golang.org/x/image/draw"
	"golang.org/x/image/vector"

	"linnet/internal/base/hexcolor"
	"linnet/internal/core/media"
	"linnet/internal/core/page/theme"
)

// roundedMask returns a filled rectangle with rounded corners.
func roundedMask(width, height, radius int) *image.Alpha {
	radius = max(0, min(radius, width/2, height/2))
	w, h, r := float32(width), float32(height), float32(radius)
	k := r * 0.44771525 // of a cubic curve that approximates a quarter of a circle
	z := vector.NewRasterizer(width, height)
	z.MoveTo(r, 0)
	z.LineTo(w-r, 0)
	z.CubeTo(w-k, 0, w, k, w, r)
	z.LineTo(w, h-r)
	z.CubeTo(w, h-k, w-k, h, w-r, h)
	z.LineTo(r, h)
	z.CubeTo(k, h, 0, h-k, 0, h-r)
	z.LineTo(0, r)
	z.CubeTo(0, k, k, 0, r, 0)
	z.ClosePath()
	mask := image.NewAlpha(image.Rect(0, 0, width, height))
	z.Draw(mask, mask.Bounds(), image.Opaque, image.Point{})
	return mask
}

// crop returns the largest square of a picture around its focal point, scaled to a
// side in pixels.
func crop(picture image.Image, focal media.Point, side int) image.Image {
	b := picture.Bounds()
	edge := min(b.Dx(), b.Dy())
	corner := image.Pt(b.Min.X+(b.Dx()-edge)*focal.X/100, b.Min.Y+(b.Dy()-edge)*focal.Y/100)
	out := image.NewRGBA(image.Rect(0, 0, side, side))
	xdraw.CatmullRom.Scale(out, out.Bounds(), picture, image.Rectangle{Min: corner, Max: corner.Add(image.Pt(edge, edge))}, draw.Src, nil)
	return out
}

// Measures of patterns, twice those of the page.
const (
	dotStep  = 44
	dotSize  = 5
	lineStep = 64
)

// background fills the card.
func (p *painter) background() {
	first := hexcolor.RGB(p.colors.Background)
	draw.Draw(p.img, p.img.Bounds(), image.NewUniform(first), image.Point{}, draw.Src)
	switch p.style.Background {
	case theme.Gradient:
		p.gradient(first, hexcolor.RGB(p.colors.BackgroundEnd))
	case theme.Dots:
		for y := dotStep / 2; y < Height; y += dotStep {
			for x := dotStep / 2; x < Width; x += dotStep {
				p.rounded(image.Rect(x, y, x+dotSize, y+dotSize), dotSize, p.colors.Line)
			}
		}
	case theme.Lines:
		line := image.NewUniform(between(first, hexcolor.RGB(p.colors.Text), 7, 100))
		for y := lineStep; y < Height; y += lineStep {
			draw.Draw(p.img, image.Rect(0, y, Width, y+2), line, image.Point{}, draw.Src)
		}
	case theme.Solid:
	}
}

// gradient fills the card along 165 degrees, as the page is filled. It computes with
// integers, which have the same results on all processors.
func (p *painter) gradient(from, to color.RGBA) {
	const sin, cos, unit = 2588, 9659, 10_000 // of 165 degrees, the cosine without its sign
	const length = Width*sin + Height*cos
	for y := range Height {
		for x := range Width {
			share := (x-Width/2)*sin + (y-Height/2)*cos + length/2
			p.img.SetRGBA(x, y, between(from, to, share/unit, length/unit))
		}
	}
}

// between returns the color at share of whole on the way between two colors.
func between(from, to color.RGBA, share, whole int) color.RGBA {
	share = max(0, min(share, whole))
	mix := func(a, b uint8) uint8 {
		return uint8((int(a)*(whole-share) + int(b)*share + whole/2) / whole) //nolint:gosec // between two bytes
	}
	return color.RGBA{R: mix(from.R, to.R), G: mix(from.G, to.G), B: mix(from.B, to.B), A: 255}
}
