package picture

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"image"
	"image/color"
	"io"

	fastzlib "github.com/klauspost/compress/zlib"
)

// Color types of PNG.
const (
	pngRGB     = 2
	pngPalette = 3
	pngRGBA    = 6
)

// Filters of PNG: pngUp stores differences to the row above.
const (
	pngNone = 0
	pngUp   = 2
)

// encodePNG returns a picture as a PNG: with a palette if it has at most 256 colors, which
// makes a plain code a tenth as large. image/png tries five filters for each row of other
// pictures, which takes most of the time; rows of a code differ little from the row above.
func encodePNG(img *image.RGBA) ([]byte, error) {
	if indexed, ok := compact(img); ok {
		return encodeIndexed(indexed)
	}
	size, opaque := img.Rect.Size(), img.Opaque()
	kind, channels := pngRGBA, 4
	if opaque {
		kind, channels = pngRGB, 3
	}
	f := newPNG(size, 8, kind)
	above, buffer := make([]byte, 4*size.X), make([]byte, 4*size.X)
	filtered := make([]byte, 1+channels*size.X)
	filtered[0] = pngUp
	return f.finish(fast, func(w io.Writer) error {
		for y := range size.Y {
			row := img.Pix[y*img.Stride:][:4*size.X]
			if !opaque {
				straightAlpha(buffer, row)
				row = buffer
			}
			subtract(filtered[1:], row, above, channels)
			if _, err := w.Write(filtered); err != nil {
				return err //nolint:wrapcheck // finish does
			}
			if opaque {
				above = row
			} else {
				above, buffer = row, above
			}
		}
		return nil
	})
}

// subtract sets the first channels of each pixel, which has four, to the difference to
// the row above.
func subtract(to, row, above []byte, channels int) {
	for at := 0; len(row) >= 4; at += channels {
		pixel, higher, difference := row[:4], above[:4], to[at:at+channels]
		difference[0] = pixel[0] - higher[0]
		difference[1] = pixel[1] - higher[1]
		difference[2] = pixel[2] - higher[2]
		if channels == 4 {
			difference[3] = pixel[3] - higher[3]
		}
		row, above = row[4:], above[4:]
	}
}

// straightAlpha converts premultiplied pixels.
func straightAlpha(to, from []byte) {
	for i := 0; i < len(from); i += 4 {
		c := color.RGBA{from[i], from[i+1], from[i+2], from[i+3]}
		straight := color.NRGBAModel.Convert(c).(color.NRGBA) //nolint:forcetypeassert // of that model
		to[i], to[i+1], to[i+2], to[i+3] = straight.R, straight.G, straight.B, straight.A
	}
}

// indexed is a picture of at most 256 colors, row by row.
type indexed struct {
	size   image.Point
	colors []color.RGBA
	pixels []uint8
}

// row returns the indexes of a row.
func (i indexed) row(y int) []uint8 { return i.pixels[y*i.size.X:][:i.size.X] }

// compact returns the picture with a palette when it has at most 256 colors. It
// reports false for more colors.
func compact(img *image.RGBA) (indexed, bool) {
	indexes := map[uint32]uint8{}
	out := indexed{size: img.Rect.Size(), pixels: make([]uint8, img.Rect.Dx()*img.Rect.Dy())}
	var last uint32
	var index uint8
	for y := range out.size.Y {
		source, row := img.Pix[y*img.Stride:][:4*out.size.X], out.row(y)
		if y > 0 && bytes.Equal(source, img.Pix[(y-1)*img.Stride:][:4*out.size.X]) {
			copy(row, out.row(y-1))
			continue
		}
		for x := range row {
			p := source[4*x:][:4]
			c := binary.LittleEndian.Uint32(p)
			if c != last || len(out.colors) == 0 {
				known, ok := indexes[c]
				if !ok {
					if len(out.colors) == 256 {
						return indexed{}, false
					}
					known = uint8(len(out.colors)) //nolint:gosec // below 256
					indexes[c] = known
					out.colors = append(out.colors, color.RGBA{p[0], p[1], p[2], p[3]})
				}
				last, index = c, known
			}
			row[x] = index
		}
	}
	return out, true
}

// encodeIndexed returns a picture with a palette as a PNG of as few bits per pixel as its
// colors need.
func encodeIndexed(picture indexed) ([]byte, error) {
	bits := 8
	for _, fewer := range []int{4, 2, 1} {
		if len(picture.colors) <= 1<<fewer {
			bits = fewer
		}
	}
	f := newPNG(picture.size, bits, pngPalette)
	f.palette(picture.colors)
	packed := make([]byte, 1+(picture.size.X*bits+7)/8)
	return f.finish(small, func(w io.Writer) error {
		for y := range picture.size.Y {
			if y == 0 || !bytes.Equal(picture.row(y), picture.row(y-1)) {
				pack(packed[1:], picture.row(y), bits)
			}
			if _, err := w.Write(packed); err != nil {
				return err //nolint:wrapcheck // finish does
			}
		}
		return nil
	})
}

// pack writes indexes of so many bits, the first in the highest bits of a byte.
func pack(to []byte, indexes []uint8, bits int) {
	clear(to)
	for x, index := range indexes {
		at := x * bits
		to[at/8] |= index << (8 - bits - at%8)
	}
}

// pngFile is a PNG that is being written.
type pngFile struct{ bytes.Buffer }

// newPNG returns a file with its header.
func newPNG(size image.Point, bits, colorType int) *pngFile {
	f := &pngFile{}
	f.WriteString("\x89PNG\r\n\x1a\n")
	header := binary.BigEndian.AppendUint32(nil, uint32(size.X))        //nolint:gosec // not negative
	header = binary.BigEndian.AppendUint32(header, uint32(size.Y))      //nolint:gosec // not negative
	header = append(header, byte(bits), byte(colorType), 0, pngNone, 0) //nolint:gosec // small
	f.chunk("IHDR", header)
	return f
}

// palette adds the colors, and their opacity if one of them is not opaque.
func (f *pngFile) palette(colors []color.RGBA) {
	solid, opacity, opaque := make([]byte, 0, 3*len(colors)), make([]byte, 0, len(colors)), true
	for _, c := range colors {
		straight := color.NRGBAModel.Convert(c).(color.NRGBA) //nolint:forcetypeassert // of that model
		solid = append(solid, straight.R, straight.G, straight.B)
		opacity = append(opacity, straight.A)
		opaque = opaque && straight.A == 255
	}
	f.chunk("PLTE", solid)
	if !opaque {
		f.chunk("tRNS", opacity)
	}
}

// compressor returns a writer that compresses to another one.
type compressor func(io.Writer) (io.WriteCloser, error)

// fast compresses pictures of many colors in about a third of the time of small, to 1.4 to
// 1.9 times the bytes.
func fast(w io.Writer) (io.WriteCloser, error) { return fastzlib.NewWriterLevel(w, fastzlib.BestSpeed) }

// small compresses pictures with a palette, which are quick anyway.
func small(w io.Writer) (io.WriteCloser, error) { return zlib.NewWriter(w), nil }

// finish adds the filtered rows that write writes, compressed, and returns the file.
func (f *pngFile) finish(compress compressor, write func(io.Writer) error) ([]byte, error) {
	var data bytes.Buffer
	w, err := compress(&data)
	if err == nil {
		err = write(w)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		return nil, fmt.Errorf("compress a PNG: %w", err)
	}
	f.chunk("IDAT", data.Bytes())
	f.chunk("IEND", nil)
	return f.Bytes(), nil
}

// chunk adds a chunk with its length and checksum.
func (f *pngFile) chunk(kind string, data []byte) {
	_ = binary.Write(f, binary.BigEndian, uint32(len(data))) //nolint:gosec // a buffer does not fail; at most some megabytes
	start := f.Len()
	f.WriteString(kind)
	f.Write(data)
	_ = binary.Write(f, binary.BigEndian, crc32.ChecksumIEEE(f.Bytes()[start:]))
}
