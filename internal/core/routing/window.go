package routing

import (
	"encoding/json"
	"strconv"
	"strings"
	"time"
	_ "time/tzdata" // zones must be there on any machine
)

const minutesADay = 24 * 60

// window is a compiled TimeWindow: minutes of the local day on some weekdays.
type window struct {
	days     [7]bool // by time.Weekday
	from, to int     // minutes after local midnight; to is exclusive
	zone     *time.Location
}

// holds reports whether now is in the window by the wall clock of its zone,
// which is what people mean on the days when clocks change. Hours after
// midnight belong to the day on which the window began.
func (w *window) holds(now time.Time) bool {
	local := now.In(w.zone)
	minute := local.Hour()*60 + local.Minute()
	today := local.Weekday()
	if w.from < w.to {
		return w.days[today] && minute >= w.from && minute < w.to
	}
	yesterday := (today + 6) % 7
	return w.days[today] && minute >= w.from || w.days[yesterday] && minute < w.to
}

func compileWindow(raw json.RawMessage) (window, error) {
	var given TimeWindow
	if err := json.Unmarshal(raw, &given); err != nil {
		return window{}, sentence("Specify one object with days, from, to and timeZone.")
	}
	w := window{}
	for _, name := range given.Days {
		day, ok := weekday(name)
		if !ok {
			return window{}, sentence("Days must be mon, tue, wed, thu, fri, sat or sun.")
		}
		w.days[day] = true
	}
	if len(given.Days) == 0 {
		w.days = [7]bool{true, true, true, true, true, true, true}
	}
	var okFrom, okTo bool
	w.from, okFrom = clockTime(given.From)
	w.to, okTo = clockTime(given.To)
	if !okFrom || !okTo || w.from == minutesADay {
		return window{}, sentence("Enter from and to as HH:MM, from 00:00 to 24:00.")
	}
	if w.from == w.to {
		return window{}, sentence("From and to are the same. Use 00:00 to 24:00 for the whole day.")
	}
	zone, err := time.LoadLocation(given.TimeZone)
	if err != nil || given.TimeZone == "" || given.TimeZone == "Local" {
		return window{}, sentence("Enter a time zone such as Europe/Berlin.")
	}
	w.zone = zone
	return w, nil
}

func weekday(name string) (time.Weekday, bool) {
	for day := time.Sunday; day <= time.Saturday; day++ {
		if strings.EqualFold(day.String()[:3], name) {
			return day, true
		}
	}
	return 0, false
}

// clockTime reads HH:MM into minutes after midnight; 24:00 is the day's end.
func clockTime(s string) (int, bool) {
	if len(s) != 5 || s[2] != ':' {
		return 0, false
	}
	h, errH := strconv.ParseUint(s[:2], 10, 8)
	m, errM := strconv.ParseUint(s[3:], 10, 8)
	minute := int(h)*60 + int(m)
	if errH != nil || errM != nil || m > 59 || minute > minutesADay {
		return 0, false
	}
	return minute, true
}
