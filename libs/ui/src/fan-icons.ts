// Icons that only fans see: apart from the others, which the first page of everybody carries.
import type { IconNode } from 'lucide';
import bellNode from 'lucide/dist/esm/icons/bell.mjs';
import houseNode from 'lucide/dist/esm/icons/house.mjs';
import squarePenNode from 'lucide/dist/esm/icons/square-pen.mjs';

export const bell: IconNode = bellNode;
export const house: IconNode = houseNode;
export const squarePen: IconNode = squarePenNode;
