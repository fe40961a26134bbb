package clock

import (
	"errors"
	"regexp"
	"strings"
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

// ParseLoose reads a time such as clients of other shorteners send: without a zone it is in UTC, and
// without a time of the day at midnight. ok is false for another text, and as CheckRange says.
func ParseLoose(text string) (at time.Time, ok bool) {
	for _, layout := range []string{time.RFC3339, "2006-01-02T15:04:05Z0700", "2006-01-02T15:04:05", time.DateTime, time.DateOnly} {
		if at, err := time.Parse(layout, strings.TrimSpace(text)); err == nil {
			return at.UTC(), CheckRange(at) == nil
		}
	}
	return time.Time{}, false
}

// CheckRange returns ErrRange for a time that is not in the years 1971 to 9999. Year 1 is
// what several languages send for "no time", and stores have a zero for that.
func CheckRange(at time.Time) error {
	if year := at.UTC().Year(); year < 1971 || year > 9999 {
		return ErrRange
	}
	return nil
}
