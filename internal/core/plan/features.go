package plan

import (
	"golang.org/x/text/language"
	"golang.org/x/text/message"
)

// Describe returns one sentence per limit. It leaves out features that do not
// exist yet: members and bio pages. The pricing cards show these lines only, so
// that they always match what the server enforces.
func (l Limits) Describe() []string {
	return []string{
		count(l.Links, "link", "links"),
		count(l.ClicksPerMonth, "click a month", "clicks a month"),
		retention(l.RetentionDays),
		count(l.Domains, "custom domain", "custom domains"),
		images(l.StorageMiB),
	}
}

// images returns the sentence about the media library. Megabytes and gigabytes of a
// thousand are at most the limit in MiB.
func images(mebibytes int) string {
	if mebibytes >= 1_000 && mebibytes%1_000 == 0 {
		return count(mebibytes/1_000, "GB of images", "GB of images")
	}
	if mebibytes == Unlimited {
		return "Unlimited images"
	}
	return count(mebibytes, "MB of images", "MB of images")
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
		return "Unlimited statistics"
	case days%365 == 0:
		return count(days/365, "year of statistics", "years of statistics")
	default:
		return count(days, "day of statistics", "days of statistics")
	}
}
