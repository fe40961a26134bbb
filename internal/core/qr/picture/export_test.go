package picture

import "image"

// Crop is crop, for the comparison with the web app.
var Crop = crop

// BackgroundPart returns the part of the background image that the picture shows, in pixels
// of the image, or the zero rectangle without such an image.
func (p Picture) BackgroundPart() image.Rectangle {
	for _, b := range p.drawing.bitmaps() {
		if b.photo {
			return b.part
		}
	}
	return image.Rectangle{}
}
