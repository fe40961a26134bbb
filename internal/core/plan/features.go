package plan

import (
	"golang.org/x/text/language"
	"golang.org/x/text/message"
)

// Describe returns one sentence per limit, in the order of the pricing cards. The
// cards show these lines and the extras of the package, so that they always match
// what the server enforces.
func (l Limits) Describe() []string {
	return []string{
		count(l.Links, "link", "links"),
		count(l.ClicksPerMonth, "click a month", "clicks a month"),
		retention(l.RetentionDays),
		count(l.Domains, "custom domain", "custom domains"),
		count(l.BioPages, "bio page", "bio pages"),
		count(l.Members, "member", "members"),
		storage(int(l.Storage / mebibyte)),
	}
}

// storage returns the sentence about a storage. Megabytes and gigabytes of a
// thousand are at most the limit in MiB.
func storage(mebibytes int) string {
	if mebibytes == Unlimited {
		return "Unlimited storage"
	}
	if mebibytes%1_000 == 0 {
		return count(mebibytes/1_000, "GB of storage", "GB of storage")
	}
	return count(mebibytes, "MB of storage", "MB of storage")
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
