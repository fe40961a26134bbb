package picture

import (
	"bytes"
	"encoding/ascii85"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"linnet/internal/base/hexcolor"
)

// pointsPerPixel converts CSS pixels, 96 to the inch, to points, 72 to the inch.
const pointsPerPixel = 72.0 / 96

// PDF returns the code as a PDF document of one page, whose size in inches is the
// look's size in pixels divided by 96, or the print size. The file is the same for the same input:
// it has no date.
func (p Picture) PDF() []byte {
	width, height := p.points()
	var content bytes.Buffer
	writeVector(&content, &p.drawing, width, height, pdfOperators())
	shading := "<< >>"
	if g := p.drawing.gradient(); g != nil {
		shading = "<< /S " + shadingOf(g) + " >>"
	}
	images := p.drawing.bitmaps()
	objects := []string{
		"<< /Type /Catalog /Pages 2 0 R >>",
		"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
		fmt.Sprintf("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 %s %s] /Contents 4 0 R /Resources << /Shading %s%s >> >>",
			number(width), number(height), shading, imageResources(images)),
		fmt.Sprintf("<< /Length %d >>\nstream\n%sendstream", content.Len(), content.String()),
	}
	for _, image := range images {
		objects = append(objects, imageObject(image))
	}
	var b bytes.Buffer
	b.WriteString("%PDF-1.4\n")
	offsets := make([]int, len(objects))
	for i, o := range objects {
		offsets[i] = b.Len()
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, o)
	}
	start := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(objects)+1)
	for _, at := range offsets {
		fmt.Fprintf(&b, "%010d 00000 n \n", at)
	}
	fmt.Fprintf(&b, "trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n", len(objects)+1, start)
	return b.Bytes()
}

// firstImage is the number of the object of the first image.
const firstImage = 5

// imageResources returns the entry of the images in the resources of the page.
func imageResources(images []*bitmap) string {
	if len(images) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString(" /XObject <<")
	for i := range images {
		fmt.Fprintf(&b, " /Im%d %d 0 R", i, firstImage+i)
	}
	return b.String() + " >>"
}

func imageObject(b *bitmap) string {
	raw, filter := b.stream()
	return fmt.Sprintf("<< /Type /XObject /Subtype /Image /Width %d /Height %d /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /%s /Length %d >>\n"+
		"stream\n%s\nendstream", b.pixels.Rect.Dx(), b.pixels.Rect.Dy(), filter, len(raw), raw)
}

// EPS returns the code as Encapsulated PostScript of the size of PDF.
func (p Picture) EPS() []byte {
	width, height := p.points()
	var b bytes.Buffer
	fmt.Fprintf(&b, "%%!PS-Adobe-3.0 EPSF-3.0\n%%%%BoundingBox: 0 0 %d %d\n%%%%HiResBoundingBox: 0 0 %s %s\n"+
		"%%%%LanguageLevel: 3\n%%%%EndComments\n", int(math.Ceil(width)), int(math.Ceil(height)), number(width), number(height))
	op := epsOperators()
	if g := p.drawing.gradient(); g != nil {
		op.shade = shadingOf(g) + " shfill"
	}
	writeVector(&b, &p.drawing, width, height, op)
	b.WriteString("%%EOF\n")
	return b.Bytes()
}

// points returns the size in points.
func (p Picture) points() (width, height float64) {
	width = float64(p.look.Size) * pointsPerPixel
	if p.print.Millimeters > 0 {
		width = p.print.Millimeters / millimetersPerInch * 72
	}
	return width, width * p.drawing.height / p.drawing.width
}

// operators are the operators of a page description language. scale flips the y axis
// and scales modules to points; its arguments are the scale and the height.
type operators struct {
	save, restore, scale, color, move, line, curve, close, fill, clip, shade string

	image func(w io.Writer, b *bitmap, index int)
}

func pdfOperators() operators {
	return operators{
		save:    "q",
		restore: "Q",
		scale:   "%[1]s 0 0 -%[1]s 0 %[2]s cm\n",
		color:   "rg",
		move:    "m",
		line:    "l",
		curve:   "c",
		close:   "h",
		fill:    "f",
		clip:    "W n",
		shade:   "/S sh",
		image:   pdfImage,
	}
}

// epsOperators returns the operators without shade, which contains the gradient.
func epsOperators() operators {
	return operators{
		save:    "gsave",
		restore: "grestore",
		scale:   "0 %[2]s translate %[1]s -%[1]s scale\n",
		color:   "setrgbcolor",
		move:    "moveto",
		line:    "lineto",
		curve:   "curveto",
		close:   "closepath",
		fill:    "fill",
		clip:    "clip newpath",
		image:   epsImage,
	}
}

// writeVector writes the drawing as a page of a size in points.
func writeVector(w io.Writer, d *drawing, width, height float64, op operators) {
	fmt.Fprintln(w, op.save)
	fmt.Fprintf(w, op.scale, precise(width/d.width), number(height))
	if d.background != "" {
		var all outline
		all.box(0, 0, d.width, d.height, radii{}, false)
		fillVector(w, layer{all, paint{color: d.background}}, op)
	}
	images := 0
	for _, l := range d.layers {
		if l.paint.bitmap != nil {
			imageVector(w, l, op, images)
			images++
			continue
		}
		fillVector(w, l, op)
	}
	fmt.Fprintln(w, op.restore)
}

func fillVector(w io.Writer, l layer, op operators) {
	if l.paint.gradient == nil {
		fmt.Fprintln(w, components(l.paint.color), op.color)
		pathVector(w, l.outline, op)
		fmt.Fprintln(w, op.fill)
		return
	}
	fmt.Fprintln(w, op.save)
	pathVector(w, l.outline, op)
	fmt.Fprintln(w, op.clip)
	fmt.Fprintln(w, op.shade)
	fmt.Fprintln(w, op.restore)
}

// imageVector paints an image, clipped by its outline: number counts the images.
func imageVector(w io.Writer, l layer, op operators, number int) {
	fmt.Fprintln(w, op.save)
	pathVector(w, l.outline, op)
	fmt.Fprintln(w, op.clip)
	op.image(w, l.paint.bitmap, number)
	fmt.Fprintln(w, op.restore)
}

// pdfImage places an image object, whose first row is at the top.
func pdfImage(w io.Writer, b *bitmap, index int) {
	fmt.Fprintf(w, "%s 0 0 -%s %s %s cm\n/Im%d Do\n", number(b.area.w), number(b.area.h), number(b.area.x), number(b.area.y+b.area.h), index)
}

// epsImage writes an image inline, in printable characters.
func epsImage(w io.Writer, b *bitmap, _ int) {
	raw, filter := b.stream()
	width, height := b.pixels.Rect.Dx(), b.pixels.Rect.Dy()
	fmt.Fprintf(w, "%s %s translate %s %s scale /DeviceRGB setcolorspace\n"+
		"<< /ImageType 1 /Width %[5]d /Height %[6]d /BitsPerComponent 8 /Decode [0 1 0 1 0 1] /ImageMatrix [%[5]d 0 0 %[6]d 0 0]\n"+
		"/DataSource currentfile /ASCII85Decode filter /%[7]s filter >> image\n",
		number(b.area.x), number(b.area.y), number(b.area.w), number(b.area.h), width, height, filter)
	const line = 64 // bytes; lines of EPS have at most 255 characters
	for part := range slices.Chunk(raw, line) {
		text := make([]byte, ascii85.MaxEncodedLen(len(part)))
		_, _ = w.Write(append(text[:ascii85.Encode(text, part)], '\n'))
	}
	fmt.Fprintln(w, "~>")
}

func pathVector(w io.Writer, o outline, op operators) {
	operator := map[verb]string{moveTo: op.move, lineTo: op.line, curveTo: op.curve, closed: op.close}
	o.each(func(v verb, points []point) {
		for _, p := range points {
			fmt.Fprint(w, number(p.x), " ", number(p.y), " ")
		}
		fmt.Fprintln(w, operator[v])
	})
}

// shadingOf returns the shading dictionary of PDF and PostScript: type 2 is axial,
// type 3 radial.
func shadingOf(g *gradient) string {
	from, to := g.ends()
	kind, coords := 2, fmt.Sprintf("%s %s %s %s", number(from.x), number(from.y), number(to.x), number(to.y))
	if g.Radial {
		c := g.area.center()
		kind, coords = 3, fmt.Sprintf("%[1]s %[2]s 0 %[1]s %[2]s %[3]s", number(c.x), number(c.y), number(g.radius()))
	}
	return fmt.Sprintf("<< /ShadingType %d /ColorSpace /DeviceRGB /Coords [%s] /Extend [true true] "+
		"/Function << /FunctionType 2 /Domain [0 1] /C0 [%s] /C1 [%s] /N 1 >> >>", kind, coords, components(g.From), components(g.To))
}

// components returns the channels of a color, 0 to 1.
func components(hex string) string {
	c := hexcolor.RGB(hex)
	return fmt.Sprintf("%s %s %s", number(float64(c.R)/255), number(float64(c.G)/255), number(float64(c.B)/255))
}

// precise formats a scale, whose rounding error is multiplied by the coordinates.
func precise(v float64) string { return strconv.FormatFloat(v, 'f', 6, 64) }
