#pragma once
#include <pthread.h>
#include <zmq.h>
// Swift's Glibc module leaves these out.
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>
#include <sys/prctl.h>

// prctl is variadic, and pthread_setname_np is hidden from Swift.
static inline void quickbrew_name_thread(const char *name) { prctl(PR_SET_NAME, name, 0, 0, 0); }

// glibc declares pthread_self to be const, so an optimizer may use its value from before an `await`,
// which goes on on another thread. Through a pointer that it must read again each time it cannot.
static inline pthread_t quickbrew_current_thread(void) {
  pthread_t (*volatile self)(void) = pthread_self;
  return self();
}
