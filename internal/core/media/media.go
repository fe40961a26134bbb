// Package media implements the media library: the images of a workspace, which
// its bio pages show. Uploads are decoded and encoded again in a few widths; the
// uploaded file is not stored.
//
// Files are written before the record; a task each hour removes folders without a
// record that are older than an hour, those of interrupted uploads and of purged
// workspaces. A table lists the images of each revision of a page, so that those in a
// draft or a published page cannot be deleted. The addresses of files never change and
// are on the install's own domain.
package media

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/core/event"
)

// Bounds of an image.
const (
	MaxBytes  = 10 << 20   // of an upload
	MaxPixels = 40_000_000 // of an upload
	MaxSide   = 12_000     // pixels of an upload's width or height
	MaxAlt    = 300        // characters
)

// The formats in which images are stored. Each width exists in both.
const (
	WebP = "webp"
	JPEG = "jpg" // for link previews of other sites
)

// Media is an image of a workspace. Times are in UTC.
type Media struct {
	ID          string
	WorkspaceID string
	Hash        string // SHA-256 of the uploaded file, in hexadecimal
	Width       int    // pixels of the widest file
	Height      int
	Widths      []int // of the files, ascending
	Bytes       int64 // of all files
	Alt         string
	Focal       Point
	CreatedBy   string
	CreatedAt   time.Time
	UpdatedAt   time.Time
	Used        bool // by a bio page, in its draft or to visitors, or by a QR look
}

// Point is a position in an image, in percent of its width and height. A crop
// keeps it visible.
type Point struct {
	X int `json:"x"`
	Y int `json:"y"`
}

// Center is the focal point of new images.
func Center() Point { return Point{50, 50} }

// digestLength is the number of hexadecimal digits of the hash in file names.
const digestLength = 16

// FileName returns the name of the file of a width.
func (m *Media) FileName(width int, format string) string {
	return m.Hash[:digestLength] + "-" + strconv.Itoa(width) + "." + format
}

// Path returns the path of the public address of the file of a width.
func (m *Media) Path(width int, format string) string {
	return "/media/" + m.ID + "/" + m.FileName(width, format)
}

var namePattern = regexp.MustCompile(`^[0-9a-f]{16}-[1-9][0-9]{0,4}\.(webp|jpg)$`)

// ValidPath reports whether id and name have the form of a file's, and returns the
// media type of the file.
func ValidPath(id, name string) (contentType string, ok bool) {
	if !ValidID(id) || !namePattern.MatchString(name) {
		return "", false
	}
	if strings.TrimPrefix(path.Ext(name), ".") == WebP {
		return "image/webp", true
	}
	return "image/jpeg", true
}

// ValidID reports whether an id has the form of an image's.
func ValidID(id string) bool {
	number, ok := ident.Number(id)
	return ok && number != 0 && ident.Text(ident.Media, number) == id
}

// HasFile reports whether the image has a file of that name.
func (m *Media) HasFile(name string) bool {
	return slices.ContainsFunc(m.Widths, func(w int) bool { return name == m.FileName(w, WebP) || name == m.FileName(w, JPEG) })
}

// checkAlt normalizes an alternative text and adds its error.
func checkAlt(alt string, faults *fault.List) string {
	alt = strings.TrimSpace(norm.NFC.String(alt))
	switch n := utf8.RuneCountInString(alt); {
	case !utf8.ValidString(alt) || strings.ContainsFunc(alt, unicode.IsControl):
		faults.Add("alt", "The alternative text contains a control character. Remove it.")
	case n == 0:
		faults.Add("alt", "Describe the image for people who cannot see it.")
	case n > MaxAlt:
		faults.Add("alt", fmt.Sprintf("Use at most %d characters; this text has %d.", MaxAlt, n))
	}
	return alt
}

func (p Point) check(faults *fault.List) {
	if p.X < 0 || p.X > 100 || p.Y < 0 || p.Y > 100 {
		faults.Add("focalPoint", "A focal point is between 0 and 100 percent of the width and the height.")
	}
}

// state returns the image as events have it.
func (m *Media) state() event.Media {
	return event.Media{Alt: m.Alt, FocalX: m.Focal.X, FocalY: m.Focal.Y, Width: m.Width, Height: m.Height, Bytes: m.Bytes}
}
