package picture

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"math"

	"golang.org/x/image/draw"

	"linnet/internal/base/fault"
	"linnet/internal/base/hexcolor"
	"linnet/internal/core/qr/look"
)

// Images are the decoded images of a look. Each is required if the look has it.
type Images struct {
	Logo, Background image.Image
}

// Bounds of images in files, in pixels of the longer side.
const (
	maxLogoSide       = 512
	maxBackgroundSide = 1024
)

// veil is the part of the light color that is mixed into the image of a background,
// so that the darkest image is light enough for scanners.
const veil = 0.75

// logoGap is the width of the cleared area around a logo, in modules.
const logoGap = 0.5

// rect is an area in modules.
type rect struct{ x, y, w, h float64 }

// bitmap is an opaque image of a drawing.
type bitmap struct {
	pixels *image.RGBA
	part   image.Rectangle // of the image, in its pixels
	area   rect
	photo  bool // files may compress it with loss
	clip   bool // its outline is not the area
}

// check returns Invalid for an image that the look has and the caller lacks.
func (i Images) check(l look.Look) error {
	var faults fault.List
	const message = "The media library has no such image. Choose another one."
	if l.Logo != "" && empty(i.Logo) {
		faults.Add("logo", message)
	}
	if l.BackgroundImage() != "" && empty(i.Background) {
		faults.Add("background", message)
	}
	return faults.Err()
}

func empty(img image.Image) bool { return img == nil || img.Bounds().Empty() }

// logoRect returns the area of a logo in the center of a code with so many modules on
// a side. The longer side of the image has the size of the look.
func logoRect(img image.Image, l look.Look, modules int) rect {
	side := float64(modules) * float64(l.LogoSize) / 100
	b := img.Bounds()
	w, h := side, side
	if b.Dx() > b.Dy() {
		h = side * float64(b.Dy()) / float64(b.Dx())
	} else {
		w = side * float64(b.Dx()) / float64(b.Dy())
	}
	center := float64(modules) / 2
	return rect{center - w/2, center - h/2, w, h}
}

// hole returns the modules that a logo clears.
func (r rect) hole() image.Rectangle {
	return image.Rect(
		int(math.Floor(r.x-logoGap)), int(math.Floor(r.y-logoGap)),
		int(math.Ceil(r.x+r.w+logoGap)), int(math.Ceil(r.y+r.h+logoGap)),
	)
}

// flat returns the image on a color, its longer side at most limit pixels.
func flat(img image.Image, below string, limit int) *image.RGBA {
	b := img.Bounds()
	scale := min(1, float64(limit)/float64(max(b.Dx(), b.Dy())))
	size := image.Rect(0, 0, max(1, int(float64(b.Dx())*scale)), max(1, int(float64(b.Dy())*scale)))
	out := image.NewRGBA(size)
	draw.Draw(out, size, image.NewUniform(hexcolor.RGB(below)), image.Point{}, draw.Src)
	if size.Size() == b.Size() {
		draw.Draw(out, size, img, b.Min, draw.Over)
		return out
	}
	draw.CatmullRom.Scale(out, size, img, b, draw.Over, nil)
	return out
}

// crop returns the largest part of an image with a proportion (width by height), placed
// by a focal point in percent.
func crop(b image.Rectangle, proportion float64, focalX, focalY int) image.Rectangle {
	w, h := b.Dx(), b.Dy()
	if float64(w) > float64(h)*proportion {
		w = max(1, int(float64(h)*proportion))
	} else {
		h = max(1, int(float64(w)/proportion))
	}
	return image.Rect(0, 0, w, h).Add(b.Min).Add(image.Pt((b.Dx()-w)*focalX/look.MaxFocal, (b.Dy()-h)*focalY/look.MaxFocal))
}

// veiled returns a part of the image, mixed with the light color.
func veiled(img image.Image, from image.Rectangle, light string) *image.RGBA {
	w, h := from.Dx(), from.Dy()
	scale := min(1, float64(maxBackgroundSide)/float64(max(w, h)))
	size := image.Rect(0, 0, max(1, int(float64(w)*scale)), max(1, int(float64(h)*scale)))
	out := image.NewRGBA(size)
	over := hexcolor.RGB(light)
	draw.Draw(out, size, image.NewUniform(over), image.Point{}, draw.Src)
	draw.ApproxBiLinear.Scale(out, size, img, from, draw.Over, nil)
	for i := 0; i < len(out.Pix); i += 4 {
		out.Pix[i], out.Pix[i+1], out.Pix[i+2] = mixVeil(out.Pix[i], over.R), mixVeil(out.Pix[i+1], over.G), mixVeil(out.Pix[i+2], over.B)
	}
	return out
}

func mixVeil(below, light uint8) uint8 {
	return uint8(math.Round(float64(below)*(1-veil) + float64(light)*veil)) //nolint:gosec // between the two
}

// addBackground adds the image behind the code: in the window of a panel, else over
// the whole picture.
func (d *drawing) addBackground(l look.Look, f frameLayout, img image.Image) {
	area := rect{0, 0, d.width, d.height}
	var o outline
	if l.HasPanel() {
		area = rect{f.pad, f.pad, f.side, f.side}
		o.box(f.pad, f.pad, f.side, f.side, sameRadii(panelRadius-1), false)
	} else {
		o.box(0, 0, d.width, d.height, radii{}, false)
	}
	part := crop(img.Bounds(), area.w/area.h, l.FocalX, l.FocalY)
	d.layers = append(d.layers, layer{o, paint{bitmap: &bitmap{
		pixels: veiled(img, part, l.Light),
		part:   part,
		area:   area,
		photo:  true,
		clip:   l.HasPanel(),
	}}})
}

// addLogo adds the logo in the center of the code.
func (d *drawing) addLogo(l look.Look, code square, area rect, img image.Image) {
	area.x, area.y = area.x+code.x, area.y+code.y
	var o outline
	o.box(area.x, area.y, area.w, area.h, radii{}, false)
	d.layers = append(d.layers, layer{o, paint{bitmap: &bitmap{
		pixels: flat(img, l.Light, maxLogoSide),
		part:   img.Bounds(),
		area:   area,
	}}})
}

// darkest returns the color of the image with the lowest luminance.
func (b *bitmap) darkest() string {
	lowest, at := math.Inf(1), color.RGBA{}
	for i := 0; i < len(b.pixels.Pix); i += 4 {
		c := color.RGBA{R: b.pixels.Pix[i], G: b.pixels.Pix[i+1], B: b.pixels.Pix[i+2], A: 255}
		if v := 0.2126*float64(c.R) + 0.7152*float64(c.G) + 0.0722*float64(c.B); v < lowest {
			lowest, at = v, c
		}
	}
	return fmt.Sprintf("#%02x%02x%02x", at.R, at.G, at.B)
}

// paintBitmap paints an image over the masked pixels; a nil mask is all of its area.
func paintBitmap(img *image.RGBA, mask *image.Alpha, b *bitmap, scale, offset float64) {
	at := func(x, y float64) image.Point {
		return image.Pt(int(math.Round(offset+x*scale)), int(math.Round(offset+y*scale)))
	}
	target := image.Rectangle{at(b.area.x, b.area.y), at(b.area.x+b.area.w, b.area.y+b.area.h)}
	var options *draw.Options
	if mask != nil {
		options = &draw.Options{DstMask: mask}
	}
	draw.ApproxBiLinear.Scale(img, target, b.pixels, b.pixels.Rect, draw.Over, options)
}

// jpegQuality hides the blocks of JPEG below the veil.
const jpegQuality = 85

// file returns the image as a JPEG or a PNG, with its media type.
func (b *bitmap) file() (raw []byte, mediaType string) {
	var out bytes.Buffer
	if b.photo {
		_ = jpeg.Encode(&out, b.pixels, &jpeg.Options{Quality: jpegQuality}) // a buffer does not fail
		return out.Bytes(), "image/jpeg"
	}
	raw, _ = encodePNG(b.pixels) // a buffer does not fail
	return raw, "image/png"
}

// stream returns the image as a stream of PDF and PostScript, with its filter.
func (b *bitmap) stream() (raw []byte, filter string) {
	if b.photo {
		raw, _ = b.file()
		return raw, "DCTDecode"
	}
	var out bytes.Buffer
	w := zlib.NewWriter(&out)
	row := make([]byte, 0, 3*b.pixels.Rect.Dx())
	for y := range b.pixels.Rect.Dy() {
		row = row[:0]
		for x := range b.pixels.Rect.Dx() {
			row = append(row, b.pixels.Pix[y*b.pixels.Stride+4*x:][:3]...)
		}
		_, _ = w.Write(row)
	}
	_ = w.Close()
	return out.Bytes(), "FlateDecode"
}
