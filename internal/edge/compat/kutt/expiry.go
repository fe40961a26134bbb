package kutt

import (
	"encoding/json"
	"regexp"
	"strconv"
	"strings"
	"time"

	"linnet/internal/base/fault"
)

// expiry is the time after which a link expires, as the package ms of npm reads it: a number
// with a unit, such as "2 minutes", "8h" or "1y", or a number of milliseconds.
type expiry time.Duration

const minExpiry = expiry(time.Minute)

var expiryText = regexp.MustCompile(`^(\d{1,12}(?:\.\d{1,6})?|\.\d{1,6}) *([a-z]*)$`)

// UnmarshalJSON implements json.Unmarshaler. Null and the empty text are 0.
func (e *expiry) UnmarshalJSON(raw []byte) error {
	text := strings.TrimSpace(string(raw))
	if strings.HasPrefix(text, `"`) {
		if err := json.Unmarshal(raw, &text); err != nil {
			return err
		}
	}
	*e = 0
	if text = strings.ToLower(strings.TrimSpace(text)); text == "" || text == "null" {
		return nil
	}
	parts := expiryText.FindStringSubmatch(text)
	if parts == nil || unitOf(parts[2]) == 0 {
		return errExpiry()
	}
	count, err := strconv.ParseFloat(parts[1], 64)
	duration := count * float64(unitOf(parts[2]))
	if err != nil || duration < float64(minExpiry) || duration > float64(maxExpiry) {
		return errExpiry()
	}
	*e = expiry(duration)
	return nil
}

const (
	day       = 24 * time.Hour
	year      = 8766 * time.Hour // 365.25 days, as the package has it
	maxExpiry = 200 * year
)

// unitOf returns the duration of a unit; 0 for an unknown one.
func unitOf(name string) time.Duration {
	switch name {
	case "", "ms", "msec", "msecs", "millisecond", "milliseconds":
		return time.Millisecond
	case "s", "sec", "secs", "second", "seconds":
		return time.Second
	case "m", "min", "mins", "minute", "minutes":
		return time.Minute
	case "h", "hr", "hrs", "hour", "hours":
		return time.Hour
	case "d", "day", "days":
		return day
	case "w", "week", "weeks":
		return 7 * day
	case "mo", "month", "months":
		return year / 12
	case "y", "yr", "yrs", "year", "years":
		return year
	default:
		return 0
	}
}

func errExpiry() error {
	return fault.New(fault.Invalid, "expire_in is a time of at least a minute, such as \"2 minutes\", \"8h\" or \"42 days\".").At("expire_in")
}
