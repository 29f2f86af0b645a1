// Headers whose contents no kernel needs.
#pragma once
