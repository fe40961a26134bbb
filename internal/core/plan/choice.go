package plan

import "linnet/internal/base/fault"

// Choice is the operator's answer to whether the install has plans.
type Choice string

// The choices. An install is Undecided, and has plans, until an operator chooses.
const (
	Undecided    Choice = ""
	WithoutPlans Choice = "off"      // an install for the operator's own people
	WithPackages Choice = "packages" // an install for customers
)

// Check adds an error at a field for an unknown choice.
func (c Choice) Check(l *fault.List, field string) {
	switch c {
	case Undecided, WithoutPlans, WithPackages:
	default:
		l.Add(field, `Choose "off" or "packages".`)
	}
}
