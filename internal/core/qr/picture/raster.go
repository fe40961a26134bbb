package picture

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"math"
	"slices"

	"github.com/HugoSmits86/nativewebp"
	"golang.org/x/image/vector"

	"linnet/internal/base/fault"
	"linnet/internal/base/hexcolor"
)

// PNG returns the code as a PNG. Modules are whole pixels, so that their edges are
// sharp; the rest of the size widens the margin. It returns Invalid at "size" when
// a module has less than a pixel.
func (p Picture) PNG() ([]byte, error) {
	img, err := p.raster()
	if err != nil {
		return nil, err
	}
	file, err := encodePNG(img)
	if err != nil {
		return nil, fmt.Errorf("draw a QR code: %w", err)
	}
	return p.withDensity(file), nil
}

// WebP returns the code as a lossless WebP picture, otherwise like PNG.
func (p Picture) WebP() ([]byte, error) {
	img, err := p.raster()
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := nativewebp.Encode(&b, img, nil); err != nil {
		return nil, fmt.Errorf("draw a QR code: %w", err)
	}
	return b.Bytes(), nil
}

// raster returns the picture in its print size, or else in the size of its look.
func (p Picture) raster() (*image.RGBA, error) {
	width, err := p.RasterWidth()
	if err != nil {
		return nil, err
	}
	return p.Image(width)
}

// Image returns the picture with a width in pixels. It returns Invalid at "size"
// when a module has less than a pixel.
func (p Picture) Image(width int) (*image.RGBA, error) {
	d := &p.drawing
	scale := math.Floor(float64(width) / d.width)
	if scale < 1 {
		return nil, fault.New(fault.Invalid, fmt.Sprintf("This code needs at least %d pixels.", int(math.Ceil(d.width)))).At("size")
	}
	height := width + int(math.Round(scale*(d.height-d.width)))
	img := image.NewRGBA(image.Rect(0, 0, width, height))
	if d.background != "" {
		draw.Draw(img, img.Bounds(), image.NewUniform(hexcolor.RGB(d.background)), image.Point{}, draw.Src)
	}
	offset := math.Floor((float64(width) - scale*d.width) / 2)
	var buffers outlineBuffers
	for _, l := range d.layers {
		switch b := l.paint.bitmap; {
		case b != nil && !b.clip:
			paintBitmap(img, nil, b, scale, offset)
		case d.aligned:
			paintBoxes(img, l, scale, offset)
		default:
			buffers.paintOutline(img, l, scale, offset)
		}
	}
	return img, nil
}

// paintBoxes paints an outline of boxes whose edges are between pixels: no pixel is
// partly covered.
func paintBoxes(img *image.RGBA, l layer, scale, offset float64) {
	var colors *shades
	if l.paint.gradient != nil {
		colors = l.paint.gradient.shades(img.Rect, scale, offset)
	}
	uniform := image.NewUniform(hexcolor.RGB(l.paint.color))
	l.outline.parts(func(corners []point) {
		box := pixelsOf(corners, scale, offset).Intersect(img.Rect)
		if colors == nil {
			draw.Draw(img, box, uniform, image.Point{}, draw.Src)
			return
		}
		for y := box.Min.Y; y < box.Max.Y; y++ {
			row := img.Pix[y*img.Stride:][:4*box.Max.X]
			for x := box.Min.X; x < box.Max.X; x++ {
				c := colors.at(x, y)
				pixel := row[4*x:][:4]
				pixel[0], pixel[1], pixel[2], pixel[3] = c.R, c.G, c.B, 255
			}
		}
	})
}

// pixelsOf returns the smallest rectangle of pixels that covers the points.
func pixelsOf(points []point, scale, offset float64) image.Rectangle {
	low, high := points[0], points[0]
	for _, p := range points {
		low, high = point{min(low.x, p.x), min(low.y, p.y)}, point{max(high.x, p.x), max(high.y, p.y)}
	}
	return image.Rect(
		int(math.Floor(offset+low.x*scale)), int(math.Floor(offset+low.y*scale)),
		int(math.Ceil(offset+high.x*scale)), int(math.Ceil(offset+high.y*scale)),
	)
}

// outlineBuffers are used again for the outlines of a picture: each is 5 bytes for each
// pixel of its outline.
type outlineBuffers struct {
	coverage vector.Rasterizer
	mask     []uint8
}

// paintOutline paints any outline. Pixels at its edge are covered in part.
func (b *outlineBuffers) paintOutline(img *image.RGBA, l layer, scale, offset float64) {
	if len(l.outline.points) == 0 {
		return
	}
	area := pixelsOf(l.outline.points, scale, offset).Intersect(img.Rect)
	b.coverage.Reset(area.Dx(), area.Dy())
	b.coverage.DrawOp = draw.Src // replaces the earlier mask
	trace(&b.coverage, l.outline.moved(scale, offset-float64(area.Min.X), offset-float64(area.Min.Y)))
	b.mask = slices.Grow(b.mask[:0], area.Dx()*area.Dy())[:area.Dx()*area.Dy()]
	mask := &image.Alpha{Pix: b.mask, Stride: area.Dx(), Rect: area}
	b.coverage.Draw(mask, area, image.Opaque, image.Point{})
	if l.paint.bitmap != nil {
		paintBitmap(img, mask, l.paint.bitmap, scale, offset)
		return
	}
	plain := hexcolor.RGB(l.paint.color)
	colorAt := func(int, int) color.RGBA { return plain }
	if l.paint.gradient != nil {
		colorAt = l.paint.gradient.shades(img.Rect, scale, offset).at
	}
	for y := area.Min.Y; y < area.Max.Y; y++ {
		row := img.Pix[img.PixOffset(area.Min.X, y):]
		for x, alpha := range mask.Pix[(y-area.Min.Y)*mask.Stride:][:area.Dx()] {
			if alpha != 0 {
				over(row[4*x:][:4], colorAt(area.Min.X+x, y), alpha)
			}
		}
	}
}

// over blends an opaque color over a premultiplied pixel.
func over(pixel []uint8, c color.RGBA, alpha uint8) {
	if alpha == 255 {
		pixel[0], pixel[1], pixel[2], pixel[3] = c.R, c.G, c.B, 255
		return
	}
	mix := func(below, above uint8) uint8 {
		return uint8((uint32(above)*uint32(alpha) + uint32(below)*uint32(255-alpha) + 127) / 255) //nolint:gosec // at most 255
	}
	pixel[0], pixel[1], pixel[2], pixel[3] = mix(pixel[0], c.R), mix(pixel[1], c.G), mix(pixel[2], c.B), mix(pixel[3], 255)
}

// trace adds an outline to a rasterizer.
func trace(z *vector.Rasterizer, o outline) {
	o.each(func(v verb, p []point) {
		switch v {
		case moveTo:
			z.MoveTo(float32(p[0].x), float32(p[0].y))
		case lineTo:
			z.LineTo(float32(p[0].x), float32(p[0].y))
		case curveTo:
			z.CubeTo(float32(p[0].x), float32(p[0].y), float32(p[1].x), float32(p[1].y), float32(p[2].x), float32(p[2].y))
		case closed:
			z.ClosePath()
		}
	})
}
