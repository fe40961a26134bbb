package plan

import (
	"golang.org/x/text/language"
	"golang.org/x/text/message"
)

// Describe says the limits in words, one line each, of what there is: domains
// of one's own, members and bio pages are not, so nothing is promised of them.
// The cards show these lines and nothing else about limits, so that they cannot
// differ from what the server enforces.
func (l Limits) Describe() []string {
	return []string{
		count(l.Links, "link", "links"),
		count(l.ClicksPerMonth, "click a month", "clicks a month"),
		retention(l.RetentionDays),
	}
}

func count(n int, one, many string) string {
	switch n {
	case Unlimited:
		return "Unlimited " + many
	case 1:
		return "1 " + one
	default:
		return message.NewPrinter(language.English).Sprintf("%d %s", n, many)
	}
}

func retention(days int) string {
	switch {
	case days == Unlimited:
		return "Statistics kept for good"
	case days%365 == 0:
		return count(days/365, "year of statistics", "years of statistics")
	default:
		return count(days, "day of statistics", "days of statistics")
	}
}
