package look

import (
	"fmt"
	"unicode/utf8"

	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/sfnt"
)

// MaxCaption is the length of the longest caption, in characters.
const MaxCaption = 40

// FrameStyle is the design around a code, which has the caption.
type FrameStyle string

// The frame styles.
const (
	NoFrameStyle FrameStyle = "none" // the caption is not drawn
	LabelStyle   FrameStyle = "label"
	TicketStyle  FrameStyle = "ticket"
	StickerStyle FrameStyle = "sticker"
)

// AllFrameStyles returns the frame styles.
func AllFrameStyles() []FrameStyle {
	return []FrameStyle{NoFrameStyle, LabelStyle, TicketStyle, StickerStyle}
}

// CaptionFont returns the font of captions, Go Bold, which may be embedded
// (BSD-3-Clause). It has Latin, Greek and Cyrillic letters.
func CaptionFont() (*sfnt.Font, error) {
	font, err := sfnt.Parse(gobold.TTF)
	if err != nil {
		return nil, fmt.Errorf("parse the caption font: %w", err)
	}
	return font, nil
}

// checkCaption returns why a caption cannot be drawn, or nothing.
func checkCaption(caption string) string {
	if utf8.RuneCountInString(caption) > MaxCaption {
		return fmt.Sprintf("A caption has at most %d characters.", MaxCaption)
	}
	font, err := CaptionFont()
	if err != nil {
		return err.Error()
	}
	var b sfnt.Buffer
	for _, r := range caption {
		if glyph, err := font.GlyphIndex(&b, r); err != nil || glyph == 0 {
			return fmt.Sprintf("The caption's font has no %q. Use Latin, Greek or Cyrillic letters.", r)
		}
	}
	return ""
}
