package picture

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"math"

	"github.com/HugoSmits86/nativewebp"
	"golang.org/x/image/vector"

	"linnet/internal/base/fault"
	"linnet/internal/base/hexcolor"
)

// PNG returns the code as a PNG. Modules are whole pixels, so that their edges are
// sharp; the rest of the size widens the margin. It returns Invalid at "size" when
// a module has less than a pixel.
func (p Picture) PNG() ([]byte, error) {
	width, err := p.rasterWidth()
	if err != nil {
		return nil, err
	}
	img, err := p.Image(width)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	palette, ok := compact(img)
	if ok {
		err = png.Encode(&b, palette)
	} else {
		// The default compression takes twice as long and saves a quarter of the bytes.
		err = (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&b, img)
	}
	if err != nil {
		return nil, fmt.Errorf("draw a QR code: %w", err)
	}
	return p.withDensity(b.Bytes()), nil
}

// WebP returns the code as a lossless WebP picture, otherwise like PNG.
func (p Picture) WebP() ([]byte, error) {
	width, err := p.rasterWidth()
	if err != nil {
		return nil, err
	}
	img, err := p.Image(width)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := nativewebp.Encode(&b, img, nil); err != nil {
		return nil, fmt.Errorf("draw a QR code: %w", err)
	}
	return b.Bytes(), nil
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
	z := vector.NewRasterizer(width, height)
	for _, l := range d.layers {
		if b := l.paint.bitmap; b != nil && !b.clip {
			paintBitmap(img, nil, b, scale, offset)
			continue
		}
		z.Reset(width, height)
		trace(z, l.outline.moved(scale, offset, offset))
		if l.paint.gradient == nil && l.paint.bitmap == nil {
			z.Draw(img, img.Bounds(), image.NewUniform(hexcolor.RGB(l.paint.color)), image.Point{})
			continue
		}
		mask := image.NewAlpha(img.Bounds())
		z.DrawOp = draw.Src // faster than blending over the empty mask
		z.Draw(mask, mask.Bounds(), image.Opaque, image.Point{})
		if l.paint.bitmap != nil {
			paintBitmap(img, mask, l.paint.bitmap, scale, offset)
			continue
		}
		paintGradient(img, mask, l.paint.gradient, scale, offset)
	}
	return img, nil
}

// paintGradient paints the masked pixels. It is faster than draw.DrawMask with an
// image of the gradient.
func paintGradient(img *image.RGBA, mask *image.Alpha, g *gradient, scale, offset float64) {
	at := g.colorAt()
	for y := range mask.Rect.Dy() {
		py := (float64(y) + 0.5 - offset) / scale
		row := mask.Pix[y*mask.Stride:][:mask.Rect.Dx()]
		for x, alpha := range row {
			if alpha == 0 {
				continue
			}
			c := at(point{(float64(x) + 0.5 - offset) / scale, py})
			pixel := img.Pix[y*img.Stride+4*x:][:4]
			over(pixel, c, alpha)
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

// compact returns the picture with a palette when it has at most 256 colors, which
// makes a plain code a tenth as large. It reports false for more colors.
func compact(img *image.RGBA) (*image.Paletted, bool) {
	indexes := map[uint32]uint8{}
	var palette color.Palette
	out := image.NewPaletted(img.Bounds(), nil)
	var last uint32
	var index uint8
	for i := range out.Pix {
		p := img.Pix[4*i:][:4]
		c := binary.LittleEndian.Uint32(p)
		if i == 0 || c != last {
			known, ok := indexes[c]
			if !ok {
				if len(palette) == 256 {
					return nil, false
				}
				known = uint8(len(palette)) //nolint:gosec // below 256
				indexes[c] = known
				palette = append(palette, color.RGBA{p[0], p[1], p[2], p[3]})
			}
			last, index = c, known
		}
		out.Pix[i] = index
	}
	out.Palette = palette
	return out, true
}
