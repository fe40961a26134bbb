// libstdc++ of a system with glibc 2.36 takes random numbers from arc4random, which an older glibc lacks.
#include <sys/random.h>

unsigned int arc4random(void) {
  unsigned int value;
  while (getrandom(&value, sizeof value, 0) != sizeof value) {
  }
  return value;
}
