package imaging

import (
	"bytes"
	"encoding/binary"
	"image"
)

// sniff returns the format of an upload by its first bytes; names and declared
// types are ignored.
func sniff(data []byte) (format, error) {
	head := data[:min(len(data), 512)]
	switch {
	case bytes.HasPrefix(head, []byte{0xff, 0xd8, 0xff}):
		return formatJPEG, nil
	case bytes.HasPrefix(head, []byte("\x89PNG\r\n\x1a\n")):
		return formatPNG, nil
	case bytes.HasPrefix(head, []byte("GIF87a")), bytes.HasPrefix(head, []byte("GIF89a")):
		return formatGIF, nil
	case len(head) >= 12 && string(head[:4]) == "RIFF" && string(head[8:12]) == "WEBP":
		return formatWebP, nil
	case len(head) >= 12 && string(head[4:8]) == "ftyp":
		return "", invalid("HEIC, AVIF and video files cannot be read. Save the image as JPEG, PNG, GIF or WebP.")
	case bytes.Contains(bytes.ToLower(head), []byte("<svg")):
		return "", invalid("SVG files cannot be uploaded, because they can contain programs. Save the image as PNG.")
	}
	return "", invalid("This file is not an image that can be read. Upload a JPEG, PNG, GIF or WebP file.")
}

// markers start documents that browsers or other programs run. They do not occur
// in compressed pixels by chance: each has at least six bytes.
func markers() [][]byte {
	return [][]byte{[]byte("<script"), []byte("<!doctype"), []byte("<iframe"), []byte("<?php "), []byte("%pdf-1.")}
}

// foreign reports whether a file is also a document of another format, such as a
// web page or a ZIP archive.
func foreign(data []byte) bool {
	lower := bytes.ToLower(data)
	for _, marker := range markers() {
		if bytes.Contains(lower, marker) {
			return true
		}
	}
	return isZIP(data)
}

// isZIP reports whether a file ends with the directory of a ZIP archive.
func isZIP(data []byte) bool {
	const length, maxComment = 22, 1<<16 - 1
	tail := data[max(0, len(data)-length-maxComment):]
	for end := len(tail); ; {
		i := bytes.LastIndex(tail[:end], []byte("PK\x05\x06"))
		if i < 0 {
			return false
		}
		// Programs differ in whether the comment may be shorter than the rest.
		if i+length <= len(tail) && i+length+int(binary.LittleEndian.Uint16(tail[i+20:])) <= len(tail) {
			return true
		}
		end = i
	}
}

// webpFrame returns the largest size that a frame of a WebP file declares.
func webpFrame(data []byte) image.Point {
	var size image.Point
	eachRIFFChunk(data, func(id string, body []byte) {
		var frame image.Point
		switch {
		case id == "VP8 " && len(body) >= 10:
			frame = image.Pt(int(binary.LittleEndian.Uint16(body[6:]))&0x3fff, int(binary.LittleEndian.Uint16(body[8:]))&0x3fff)
		case id == "VP8L" && len(body) >= 5:
			bits := binary.LittleEndian.Uint32(body[1:])
			frame = image.Pt(int(bits&0x3fff)+1, int(bits>>14&0x3fff)+1)
		}
		size = image.Pt(max(size.X, frame.X), max(size.Y, frame.Y))
	})
	return size
}

// eachRIFFChunk calls visit for the chunks of a RIFF file. The body of the last one
// may be incomplete.
func eachRIFFChunk(data []byte, visit func(id string, body []byte)) {
	for rest := data[min(len(data), 12):]; len(rest) >= 8; {
		id, length := string(rest[:4]), uint64(binary.LittleEndian.Uint32(rest[4:]))
		body := rest[8:]
		visit(id, body[:min(uint64(len(body)), length)])
		rest = body[min(uint64(len(body)), length+length&1):]
	}
}
