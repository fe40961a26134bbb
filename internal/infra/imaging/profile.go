package imaging

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"image"
	"io"
	"math"
	"slices"
	"sync"
)

// maxProfile bounds a color profile, in bytes. Those of cameras and phones have at most a few KiB.
const maxProfile = 1 << 20

// colorProfile returns the ICC profile of an upload; nil without one.
func colorProfile(kind format, data []byte) []byte {
	switch kind {
	case formatJPEG:
		return jpegProfile(data)
	case formatPNG:
		return pngProfile(data)
	case formatWebP:
		var profile []byte
		eachRIFFChunk(data, func(id string, body []byte) {
			if id == "ICCP" && profile == nil {
				profile = body
			}
		})
		return profile
	default:
		return nil
	}
}

// jpegProfile joins the APP2 segments of a profile (ICC.1:2022, annex B.4).
func jpegProfile(data []byte) []byte {
	var parts [256][]byte
	eachJPEGSegment(data, func(marker byte, body []byte) bool {
		if part, ok := bytes.CutPrefix(body, []byte("ICC_PROFILE\x00")); ok && marker == 0xe2 && len(part) > 2 {
			parts[part[0]] = part[2:] // after its number and the number of parts
		}
		return true
	})
	return slices.Concat(parts[:]...)
}

// pngProfile returns the content of the chunk iCCP, which has a name and is compressed.
func pngProfile(data []byte) []byte {
	var profile []byte
	eachPNGChunk(data, func(id string, body []byte) bool {
		if id != "iCCP" {
			return true
		}
		_, packed, _ := bytes.Cut(body, []byte{0})
		if len(packed) < 2 || packed[0] != 0 { // 0: zlib
			return false
		}
		if r, err := zlib.NewReader(bytes.NewReader(packed[1:])); err == nil {
			profile, _ = io.ReadAll(io.LimitReader(r, maxProfile)) // a part of one is not valid
		}
		return false
	})
	return profile
}

// curve maps the 256 values of a channel to linear light, 0 to 1.
type curve [256]float64

// conversion converts the colors of a profile to sRGB.
type conversion struct {
	curves [3]curve      // red, green, blue
	matrix [3][3]float64 // to linear sRGB
}

// conversionOf returns the conversion of a profile with a matrix and curves, as cameras,
// phones and image editors write them: Display P3, Adobe RGB and others. ok is false for
// other profiles, such as those of printers, and for sRGB itself.
func conversionOf(profile []byte) (c conversion, ok bool) {
	if len(profile) < 132 || string(profile[16:20]) != "RGB " || string(profile[20:24]) != "XYZ " {
		return c, false
	}
	tags := profileTags(profile)
	var toXYZ [3][3]float64
	for channel, name := range []string{"r", "g", "b"} {
		column, isColor := xyzOf(tags[name+"XYZ"])
		values, isCurve := curveOf(tags[name+"TRC"])
		if !isColor || !isCurve {
			return c, false
		}
		c.curves[channel] = values
		for row := range 3 {
			toXYZ[row][channel] = column[row]
		}
	}
	c.matrix = product(fromXYZ(), toXYZ)
	return c, !c.isNearlySRGB()
}

// fromXYZ is the inverse of the matrix of the ICC's sRGB profile, whose white is D50.
func fromXYZ() [3][3]float64 {
	return [3][3]float64{
		{3.1338561, -1.6168667, -0.4906146},
		{-0.9787684, 1.9161415, 0.0334540},
		{0.0719453, -0.2289914, 1.4052427},
	}
}

// isNearlySRGB reports whether the conversion changes no value by more than rounding.
func (c *conversion) isNearlySRGB() bool {
	for _, sample := range [][3]uint8{{255, 0, 0}, {0, 255, 0}, {0, 0, 255}, {128, 128, 128}, {32, 32, 32}, {200, 100, 50}} {
		for channel, value := range c.convert(sample) {
			if math.Abs(float64(value)-float64(sample[channel])) > 2 {
				return false
			}
		}
	}
	return true
}

func (c *conversion) convert(color [3]uint8) (out [3]uint8) {
	r, g, b := c.curves[0][color[0]], c.curves[1][color[1]], c.curves[2][color[2]]
	for row, m := range c.matrix {
		out[row] = encodeSRGB(m[0]*r + m[1]*g + m[2]*b)
	}
	return out
}

// apply converts the pixels of an image in place.
func (c *conversion) apply(img *image.NRGBA) {
	for y := range img.Rect.Dy() {
		row := img.Pix[y*img.Stride:][:4*img.Rect.Dx()]
		for ; len(row) > 0; row = row[4:] {
			converted := c.convert([3]uint8(row))
			copy(row, converted[:])
		}
	}
}

// encodeSRGB returns the value of linear light in sRGB.
func encodeSRGB(light float64) uint8 {
	values := srgbValues()
	return values[int(min(max(light, 0), 1)*float64(len(values)-1)+0.5)]
}

// srgbValues are the values of linear light in sRGB (IEC 61966-2-1), close enough that none is skipped.
//
//nolint:gochecknoglobals // immutable
var srgbValues = sync.OnceValue(func() *[1 << 14]uint8 {
	var values [1 << 14]uint8
	for i := range values {
		light := float64(i) / float64(len(values)-1)
		value := 12.92 * light
		if light > 0.0031308 {
			value = 1.055*math.Pow(light, 1/2.4) - 0.055
		}
		values[i] = uint8(math.Round(255 * value))
	}
	return &values
})

// profileTags returns the data of the tags of a profile by their signatures.
func profileTags(profile []byte) map[string][]byte {
	const header, entry = 128, 12
	tags := map[string][]byte{}
	list := profile[header+4:]
	for range binary.BigEndian.Uint32(profile[header:]) {
		if len(list) < entry {
			break
		}
		start, size := uint64(binary.BigEndian.Uint32(list[4:])), uint64(binary.BigEndian.Uint32(list[8:]))
		if start+size <= uint64(len(profile)) {
			tags[string(list[:4])] = profile[start : start+size]
		}
		list = list[entry:]
	}
	return tags
}

// fixed returns a number of the type s15Fixed16Number.
func fixed(data []byte) float64 { return float64(int32(binary.BigEndian.Uint32(data))) / 65536 } //nolint:gosec // a signed number

func xyzOf(tag []byte) (xyz [3]float64, ok bool) {
	if len(tag) < 20 || string(tag[:4]) != "XYZ " {
		return xyz, false
	}
	return [3]float64{fixed(tag[8:]), fixed(tag[12:]), fixed(tag[16:])}, true
}

// curveOf reads a tag of the type curveType or parametricCurveType.
func curveOf(tag []byte) (c curve, ok bool) {
	if len(tag) < 12 {
		return c, false
	}
	var light func(value float64) float64
	switch string(tag[:4]) {
	case "curv":
		light, ok = sampledCurve(tag[12:], uint64(binary.BigEndian.Uint32(tag[8:])))
	case "para":
		light, ok = parametricCurve(binary.BigEndian.Uint16(tag[8:]), tag[12:])
	}
	if !ok {
		return c, false
	}
	for i := range c {
		c[i] = min(max(light(float64(i)/255), 0), 1) // a profile may have any exponent: 0 to the power of -1 is infinite
	}
	return c, true
}

// sampledCurve returns a curve of count samples of 16 bits: none for the identity, one for an exponent.
func sampledCurve(samples []byte, count uint64) (func(float64) float64, bool) {
	if uint64(len(samples)) < 2*count {
		return nil, false
	}
	switch count {
	case 0:
		return func(v float64) float64 { return v }, true
	case 1:
		exponent := float64(binary.BigEndian.Uint16(samples)) / 256
		return func(v float64) float64 { return math.Pow(v, exponent) }, true
	}
	at := func(i int) float64 { return float64(binary.BigEndian.Uint16(samples[2*i:])) / 65535 }
	last := int(count) - 1 //nolint:gosec // at most half the length of the samples
	return func(v float64) float64 {
		place := v * float64(last)
		low := min(int(place), last-1)
		return at(low) + (at(low+1)-at(low))*(place-float64(low))
	}, true
}

// parametricCurve returns a curve of the function types 0 to 4 (ICC.1:2022, 10.18).
func parametricCurve(kind uint16, data []byte) (func(float64) float64, bool) {
	counts := []int{1, 3, 4, 5, 7}
	if int(kind) >= len(counts) || len(data) < 4*counts[kind] {
		return nil, false
	}
	// Y = (aX+b)^g + e for X >= d, else cX + f.
	var p [7]float64 // g a b c d e f
	for i := range counts[kind] {
		p[i] = fixed(data[4*i:])
	}
	g, a, b, c, d, e, f := p[0], p[1], p[2], p[3], p[4], p[5], p[6]
	switch kind {
	case 0:
		a = 1
	case 1, 2: // the third number of type 2 is added on both sides
		if a == 0 {
			return nil, false
		}
		c, d, e, f = 0, -b/a, p[3], p[3]
	}
	return func(v float64) float64 {
		if v >= d {
			return math.Pow(max(a*v+b, 0), g) + e
		}
		return c*v + f
	}, true
}

func product(a, b [3][3]float64) (out [3][3]float64) {
	for i := range 3 {
		for j := range 3 {
			for k := range 3 {
				out[i][j] += a[i][k] * b[k][j]
			}
		}
	}
	return out
}
