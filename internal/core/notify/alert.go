package notify

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"linnet/internal/base/ident"
)

// Raised returns the notification of an alert for a user. topic identifies what it was
// raised for, such as the id of the alert with the period.
func Raised(kind Kind, workspaceID, userID, topic string, facts Facts, now time.Time) Notification {
	return Notification{
		ID:          ident.New(ident.Notice),
		UserID:      userID,
		WorkspaceID: workspaceID,
		Kind:        kind,
		Topic:       string(kind) + " " + topic,
		Facts:       facts,
		CreatedAt:   now,
	}
}

func (n Notification) alertTitle() string {
	f := n.Facts
	switch {
	case n.Kind != AlertFirstClick:
		return fmt.Sprintf("%s: %s, usually %s", f.Alert, clicksText(f.Used), usualText(f.Usual))
	case f.Rows == 1 && len(f.Names) == 1:
		return fmt.Sprintf("%s: first click on %s", f.Alert, f.Names[0])
	case f.Rows == 1:
		return f.Alert + ": first click on a link"
	default:
		return fmt.Sprintf("%s: first clicks on %d links", f.Alert, f.Rows)
	}
}

// alertMessage returns the details of an alert, empty for other kinds.
func (n Notification) alertMessage() string {
	f := n.Facts
	switch n.Kind {
	case AlertSpike:
		return fmt.Sprintf("There were %s on %s%s. Usual is %s, the median of the same hour of the week in the four weeks before.",
			clicksText(f.Used), f.When, changeText(f.Used, f.Usual), usualText(f.Usual))
	case AlertFall:
		return fmt.Sprintf("There were %s on %s%s. Usual is %s, the median of the same weekday in the four weeks before.",
			clicksText(f.Used), f.When, changeText(f.Used, f.Usual), usualText(f.Usual))
	case AlertFirstClick:
		return f.firstClicks()
	default:
		return ""
	}
}

func (f Facts) firstClicks() string {
	if len(f.Names) == 0 {
		return "Visitors clicked for the first time."
	}
	if more := f.Rows - len(f.Names); more > 0 {
		return fmt.Sprintf("Visitors clicked for the first time on %s and %d more.", strings.Join(f.Names, ", "), more)
	}
	return fmt.Sprintf("Visitors clicked for the first time on %s.", strings.Join(f.Names, ", "))
}

// firstClickPath returns the path of the only link, or of the list of links.
func (n Notification) firstClickPath() string {
	if n.Facts.LinkID != "" {
		return "/dashboard/links/" + n.Facts.LinkID
	}
	return "/dashboard/links"
}

func clicksText(clicks int) string {
	if clicks == 1 {
		return "1 click"
	}
	return fmt.Sprintf("%d clicks", clicks)
}

// usualText returns a median of whole numbers: "40" or "40.5".
func usualText(usual float64) string { return strconv.FormatFloat(usual, 'f', -1, 64) }

// changeText returns ", 200% more than usual". From zero there is no percentage.
func changeText(clicks int, usual float64) string {
	if usual == 0 {
		return ""
	}
	percent := (float64(clicks)/usual - 1) * 100
	if percent < 0 {
		return fmt.Sprintf(", %.0f%% fewer than usual", -percent)
	}
	return fmt.Sprintf(", %.0f%% more than usual", percent)
}
