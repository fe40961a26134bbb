package clock

import (
	"errors"
	"regexp"
	"time"
)

// ErrRange is the error of a time that Parse does not accept. Its text is a sentence
// for people.
var ErrRange = errors.New("Choose a time between the years 1971 and 9999.") //nolint:staticcheck // a sentence

// ErrFormat is the error of a text that is not a time. Its text is a sentence for people.
var ErrFormat = errors.New("Must be a time such as 2026-01-31T09:00:00Z.") //nolint:staticcheck // a sentence

// format excludes what time.Parse accepts beyond RFC 3339, such as the offset +24:00.
var format = regexp.MustCompile(`^[0-9T:-]{19}(\.[0-9]+)?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$`)

// Parse reads a time that a person or a program entered, in the form of RFC 3339. It
// returns ErrFormat, or ErrRange as CheckRange does.
func Parse(text string) (time.Time, error) {
	at, err := time.Parse(time.RFC3339, text)
	if err != nil || !format.MatchString(text) {
		return time.Time{}, ErrFormat
	}
	if err := CheckRange(at); err != nil {
		return time.Time{}, err
	}
	return at, nil
}

// CheckRange returns ErrRange for a time that is not in the years 1971 to 9999. Year 1 is
// what several languages send for "no time", and stores have a zero for that.
func CheckRange(at time.Time) error {
	if year := at.UTC().Year(); year < 1971 || year > 9999 {
		return ErrRange
	}
	return nil
}
